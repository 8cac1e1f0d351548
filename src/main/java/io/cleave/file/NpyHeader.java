package io.cleave.file;

import io.cleave.plan.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/// What stands before the data of a `.npy` file of version 1.0, 2.0 or 3.0: eight bytes of magic
/// and version, the length of the text, and the text.
///
/// @param layout what the text says
/// @param end where the data begins
record NpyHeader(Layout layout, long end) {
  static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /// A longer text is refused unread. NumPy itself stops at 10,000 bytes unless told otherwise; all
  /// that it writes for data without fields is shorter than 2,000.
  static final int MAX_TEXT = 1 << 20;

  private static final int PROLOGUE = MAGIC.length + 2;

  /// Where the text begins.
  static int start(int version) {
    return PROLOGUE + (version == 1 ? Short.BYTES : Integer.BYTES);
  }

  /// Reads the header at the beginning of a file.
  ///
  /// @throws BadFileException if it is none, or describes what cannot be split
  static NpyHeader read(FileChannel channel) throws IOException {
    int version = version(channel);
    int start = start(version);
    long text = textLength(bytes(channel, PROLOGUE, start - PROLOGUE));
    if (text > MAX_TEXT) {
      throw new BadFileException(
          "the header claims %s bytes, more than the %s that are read; save it with numpy.save"
              .formatted(text, MAX_TEXT));
    }
    ByteBuffer bytes = bytes(channel, start, (int) text);
    Charset charset = version < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    return new NpyHeader(layout(decode(bytes, charset)), start + text);
  }

  private static long textLength(ByteBuffer bytes) {
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    return bytes.remaining() == Short.BYTES
        ? Short.toUnsignedLong(bytes.getShort())
        : Integer.toUnsignedLong(bytes.getInt());
  }

  private static int version(FileChannel channel) throws IOException {
    byte[] start = bytes(channel, 0, (int) Math.min(channel.size(), PROLOGUE)).array();
    int present = Math.min(start.length, MAGIC.length);
    if (present == 0 || !Arrays.equals(start, 0, present, MAGIC, 0, present)) {
      throw new BadFileException(
          "this is no .npy file, since it %s; save the data with numpy.save"
              .formatted(present == 0 ? "is empty" : "begins with the bytes " + hex(start)));
    }
    bytes(channel, 0, PROLOGUE);
    int major = Byte.toUnsignedInt(start[MAGIC.length]);
    int minor = Byte.toUnsignedInt(start[MAGIC.length + 1]);
    if (major < 1 || major > 3 || minor != 0) {
      throw new BadFileException(
          "version %s.%s of .npy is none of 1.0, 2.0 and 3.0; save the data again with numpy.save"
              .formatted(major, minor));
    }
    return major;
  }

  private static String hex(byte[] start) {
    return HexFormat.ofDelimiter(" ").formatHex(start);
  }

  /// Bytes of the header. They are allocated only if the file has them.
  private static ByteBuffer bytes(FileChannel channel, long from, int count) throws IOException {
    long size = channel.size();
    ByteBuffer bytes = ByteBuffer.allocate(size < from + count ? 0 : count);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {}
    if (bytes.position() < count) {
      throw new BadFileException(
          "the file ends after %s bytes, within its header of %s or more; copy or save it again"
              .formatted(size, from + count));
    }
    return bytes.flip();
  }

  private static String decode(ByteBuffer bytes, Charset charset) {
    try {
      return charset.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException _) {
      throw new BadFileException(
          "the header is no UTF-8 text; save the data again with numpy.save");
    }
  }

  private static Layout layout(String text) {
    NpyDictionary header = NpyDictionary.parse(text);
    Dtype dtype = Dtype.parse(header.descr());
    return new Layout(
        Shape.of(header.shape()),
        dtype.type(),
        header.fortranOrder() ? MemoryOrder.FORTRAN : MemoryOrder.C,
        dtype.byteOrder());
  }
}

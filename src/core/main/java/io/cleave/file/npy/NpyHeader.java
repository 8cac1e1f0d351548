package io.cleave.file.npy;

import io.cleave.file.stored.ByteSource;
import io.cleave.file.stored.StoredType;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.Reading;
import io.cleave.limit.InputLimits;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/// What stands before the data of a `.npy` file of version 1.0, 2.0 or 3.0: eight bytes of magic
/// and version, the length of the text, and the text.
///
/// @param type the type of the elements
/// @param shape the extents
/// @param order the order of the elements
/// @param end where the data begins
public record NpyHeader(StoredType type, Shape shape, MemoryOrder order, long end) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /// A longer text is refused unread. NumPy itself stops at 10,000 bytes unless told otherwise; all
  /// that it writes for data without fields is shorter than 2,000.
  static final int MAX_TEXT = 1 << 20;

  private static final int PROLOGUE = MAGIC.length + 2;

  /// What every `.npy` file begins with.
  public static byte[] magic() {
    return MAGIC.clone();
  }

  /// Where the text begins.
  static int start(int version) {
    return PROLOGUE + (version == 1 ? Short.BYTES : Integer.BYTES);
  }

  /// Reads the header at the beginning of a `.npy` file.
  ///
  /// @throws BadFileException if it is none
  /// @throws IllegalArgumentException also if it is longer than the limit
  public static NpyHeader read(ByteSource file, InputLimits limits) throws IOException {
    int version = version(file);
    int start = start(version);
    long text = textLength(bytes(file, PROLOGUE, start - PROLOGUE));
    if (text > MAX_TEXT) {
      throw new BadFileException(
          "the header claims %s bytes, more than the %s that are read; save it with numpy.save"
              .formatted(text, MAX_TEXT));
    }
    limits.requireHeader("its header", text);
    byte[] bytes = bytes(file, start, (int) text);
    Charset charset = version < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    return of(NpyDictionary.parse(decode(ByteBuffer.wrap(bytes), charset)), start + text);
  }

  private static NpyHeader of(NpyDictionary text, long end) {
    return new NpyHeader(
        Dtype.stored(text.descr()),
        Shape.of(text.shape()),
        text.fortranOrder() ? MemoryOrder.FORTRAN : MemoryOrder.C,
        end);
  }

  /// What the tensor is.
  ///
  /// @throws IllegalArgumentException if it is nothing that can be split, or not what was said
  public Layout layout(Reading reading) {
    return type.layout(shape, order, reading);
  }

  /// Type and shape, for people.
  public String description() {
    return "%s %s".formatted(type.text(), shape);
  }

  private static long textLength(byte[] length) {
    ByteBuffer bytes = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.remaining() == Short.BYTES
        ? Short.toUnsignedLong(bytes.getShort())
        : Integer.toUnsignedLong(bytes.getInt());
  }

  private static int version(ByteSource file) throws IOException {
    byte[] start = file.next((int) Math.min(file.size(), PROLOGUE));
    int present = Math.min(start.length, MAGIC.length);
    if (present == 0 || !Arrays.equals(start, 0, present, MAGIC, 0, present)) {
      throw new BadFileException(
          "this is no .npy file, since it %s; save the data with numpy.save"
              .formatted(present == 0 ? "is empty" : "begins with the bytes " + hex(start)));
    }
    requirePresent(file, PROLOGUE);
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
  private static byte[] bytes(ByteSource file, int from, int count) throws IOException {
    requirePresent(file, (long) from + count);
    return file.next(count);
  }

  private static void requirePresent(ByteSource file, long bytes) {
    if (file.size() < bytes) {
      throw new BadFileException(
          "the file ends after %s bytes, within its header of %s or more; copy or save it again"
              .formatted(file.size(), bytes));
    }
  }

  private static String decode(ByteBuffer bytes, Charset charset) {
    try {
      return charset.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException _) {
      throw new BadFileException(
          "the header is no UTF-8 text; save the data again with numpy.save");
    }
  }
}

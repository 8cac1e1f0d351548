package io.cleave.file.format;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Puts `.npy` files together byte by byte, good ones and bad ones.
public final class NpyBytes {
  private NpyBytes() {}

  /// A file with this text as its header.
  public static byte[] file(int version, String text, byte... data) {
    byte[] header =
        text.getBytes(version < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    ByteBuffer length = ByteBuffer.allocate(version == 1 ? 2 : 4).order(ByteOrder.LITTLE_ENDIAN);
    length = version == 1 ? length.putShort((short) header.length) : length.putInt(header.length);
    byte[] magic = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0};
    return join(magic, length.array(), header, data);
  }

  /// A header's text.
  public static String text(String descr, boolean fortran, long... shape) {
    String tuple =
        Arrays.stream(shape).mapToObj(extent -> extent + ",").collect(Collectors.joining(" "));
    return "{'descr': '%s', 'fortran_order': %s, 'shape': (%s)}\n"
        .formatted(descr, fortran ? "True" : "False", tuple);
  }

  /// A file of bytes.
  public static byte[] ofBytes(long... shape) {
    long count = Arrays.stream(shape).reduce(1, Math::multiplyExact);
    return file(1, text("|u1", false, shape), data((int) count));
  }

  /// Bytes that are all different from their neighbours, and from those at any distance of some
  /// power of two.
  public static byte[] data(int count) {
    byte[] data = new byte[count];
    for (int i = 0; i < count; i++) {
      data[i] = (byte) (i * 131 + i / 251 * 17 + i / 65_521);
    }
    return data;
  }

  private static byte[] join(byte[]... pieces) {
    var all = new ByteArrayOutputStream();
    for (byte[] piece : pieces) {
      all.writeBytes(piece);
    }
    return all.toByteArray();
  }
}

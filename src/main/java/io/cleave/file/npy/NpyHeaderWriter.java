package io.cleave.file.npy;

import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.plan.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Writes what stands before the data of a `.npy` file, byte for byte as `numpy.save` does.
final class NpyHeaderWriter {
  private static final int ALIGNMENT = 64;
  private static final int MAX_SHORT_TEXT = 0xffff;

  /// NumPy leaves room for the axis that may grow to have this many digits.
  private static final int GROWTH_DIGITS = 21;

  private NpyHeaderWriter() {}

  /// The header of little-endian data. Version 1.0, or 2.0 where the text is too long for 1.0.
  ///
  /// @throws IllegalArgumentException if NumPy lacks the type
  static byte[] encode(Layout layout) {
    byte[] text = text(layout).getBytes(StandardCharsets.US_ASCII);
    int start = NpyHeader.start(1);
    boolean small = end(start, text.length) - start <= MAX_SHORT_TEXT;
    return small ? encode(1, text) : encode(2, text);
  }

  private static byte[] encode(int version, byte[] text) {
    int start = NpyHeader.start(version);
    int end = end(start, text.length);
    ByteBuffer header = ByteBuffer.allocate(end).order(ByteOrder.LITTLE_ENDIAN);
    header.put(NpyHeader.magic()).put((byte) version).put((byte) 0);
    if (version == 1) {
      header.putShort((short) (end - start));
    } else {
      header.putInt(end - start);
    }
    header.put(text);
    byte[] bytes = header.array();
    Arrays.fill(bytes, start + text.length, end - 1, (byte) ' ');
    bytes[end - 1] = '\n';
    return bytes;
  }

  /// Where the data begins: aligned, after the text, 1 to 64 spaces and a newline.
  private static int end(int start, int text) {
    int newline = start + text + 1;
    return newline + ALIGNMENT - newline % ALIGNMENT;
  }

  private static String text(Layout layout) {
    Shape shape = layout.shape();
    boolean fortran = layout.order() == MemoryOrder.FORTRAN;
    String dictionary =
        "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }"
            .formatted(Dtype.name(layout.type()), fortran ? "True" : "False", tuple(shape));
    if (shape.rank() == 0) {
      return dictionary;
    }
    long growing = shape.extent(fortran ? shape.rank() - 1 : 0);
    return dictionary + " ".repeat(GROWTH_DIGITS - Long.toString(growing).length());
  }

  private static String tuple(Shape shape) {
    String comma = shape.rank() == 1 ? "," : "";
    return Arrays.stream(shape.extents())
        .mapToObj(Long::toString)
        .collect(Collectors.joining(", ", "(", comma + ")"));
  }
}

package io.cleave.file.npy;

import io.cleave.file.stored.Container;
import io.cleave.file.stored.NamedLayout;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// A `.npy` file: a header, then the data of its one tensor.
///
/// @param header the header's bytes
public record NpyContainer(MemorySegment header) implements Container {
  private static final int ALIGNMENT = 64;

  /// NumPy leaves room for the axis that may grow to have this many digits.
  private static final int GROWTH_DIGITS = 21;

  /// What stands around the data of this tensor.
  ///
  /// @throws IllegalArgumentException if NumPy has neither the type nor bytes that hold it, or not
  ///   so many dimensions
  public static NpyContainer of(Layout tensor) {
    return new NpyContainer(MemorySegment.ofArray(header(tensor)));
  }

  /// The header. NumPy has no types narrower than a byte: their packed bytes are written, as a list
  /// of `u1`, and whoever reads it must say what it was.
  public static byte[] header(Layout tensor) {
    if (!tensor.type().isSubByte()) {
      NamedLayout.requireRank(tensor, "npy");
      return encode(tensor);
    }
    if (!tensor.isRowMajor()) {
      throw new IllegalArgumentException(
          "%s %s is in Fortran order, which packed bytes in a .npy file cannot say; save it in C order"
              .formatted(tensor.type(), tensor.shape()));
    }
    Shape bytes = Shape.of(tensor.bytes());
    return encode(new Layout(bytes, ElementType.U8, MemoryOrder.C, tensor.byteOrder()));
  }

  /// The header as `numpy.save` writes it, byte for byte: version 1.0, whose text may be as long as
  /// the most dimensions need.
  private static byte[] encode(Layout layout) {
    byte[] text = text(layout).getBytes(StandardCharsets.US_ASCII);
    int start = NpyHeader.start(1);
    int end = end(start, text.length);
    ByteBuffer header = ByteBuffer.allocate(end).order(ByteOrder.LITTLE_ENDIAN);
    header.put(NpyHeader.magic()).put((byte) 1).put((byte) 0).putShort((short) (end - start));
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

  @Override
  public List<Long> data() {
    return List.of(header.byteSize());
  }

  @Override
  public List<Chunk> opening() {
    return List.of(new Chunk(0, header));
  }
}

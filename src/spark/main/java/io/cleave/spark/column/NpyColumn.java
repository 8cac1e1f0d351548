package io.cleave.spark.column;

import io.cleave.file.npy.NpyHeader;
import io.cleave.file.stored.ByteSource;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.Reading;
import io.cleave.plan.ElementType;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;

/// Whole `.npy` files, each with a shape and a type of its own.
///
/// @param reading what the raw bytes in them mean, if they hold such
record NpyColumn(Reading reading) implements TensorColumn {
  static NpyColumn of(Settings settings) {
    if (settings.has(Setting.SHAPE)) {
      throw new IllegalArgumentException(
          "a .npy file has a shape of its own; leave out the shape, or .npy()");
    }
    Optional<ElementType> type = settings.get(Setting.TYPE).map(ElementType::parse);
    return new NpyColumn(type.map(Reading::as).orElse(Reading.asStored()));
  }

  @Override
  public Optional<Layout> layout() {
    return Optional.empty();
  }

  @Override
  public RowTensor read(InternalRow row, int column) {
    MemorySegment file = RowMemory.binary(row, column);
    try {
      NpyHeader header = NpyHeader.read(ByteSource.of(file), reading.limits());
      Layout layout = header.layout(reading);
      return new RowTensor(layout, data(file, header, layout));
    } catch (IllegalArgumentException e) {
      throw new WrongRowException("a row is no .npy file that can be split: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail to be read", e);
    }
  }

  private static MemorySegment data(MemorySegment file, NpyHeader header, Layout layout) {
    if (layout.byteOrder() != ByteOrder.LITTLE_ENDIAN && layout.type().bits() > Byte.SIZE) {
      throw new IllegalArgumentException(
          "it is big-endian; save it as x.astype(x.dtype.newbyteorder('<'))");
    }
    long present = file.byteSize() - header.end();
    if (present < layout.bytes()) {
      throw new IllegalArgumentException(
          "%s %s takes %s bytes of data, and it has %s"
              .formatted(layout.type(), layout.shape(), layout.bytes(), present));
    }
    return file.asSlice(header.end(), layout.bytes());
  }

  @Override
  public Container container() {
    return Container.NPY;
  }
}

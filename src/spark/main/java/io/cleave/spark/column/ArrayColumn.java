package io.cleave.spark.column;

import io.cleave.file.tensor.Layout;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.unsafe.bitset.BitSetMethods;

/// Arrays of tensors' elements, of one type and shape.
///
/// @param mayHoldNulls whether Spark says that an element may be null, which no tensor's is
record ArrayColumn(Layout tensor, ArrayElements elements, boolean mayHoldNulls)
    implements TensorColumn {
  static ArrayColumn of(Settings settings, StructField column, ArrayType array) {
    ArrayElements elements = ArrayElements.of(array.elementType()).orElseThrow();
    Said said = Said.of(settings, column);
    ElementType type = said.type().orElse(elements.usual());
    if (!elements.mayBe(type)) {
      throw new IllegalArgumentException(
          "elements of %s are %s, not %s; leave out the type, or cast the column"
              .formatted(array.sql(), elements.names(), type));
    }
    Shape shape = said.shape().orElseGet(() -> shape(settings));
    return new ArrayColumn(Said.layout(shape, type), elements, array.containsNull());
  }

  /// A vector that is as long as its parts together.
  private static Shape shape(Settings settings) {
    List<Long> lengths = settings.list(Setting.LENGTHS).stream().map(Cut::number).toList();
    if (lengths.isEmpty() || lengths.stream().anyMatch(length -> length < 0)) {
      throw new IllegalArgumentException(
          "arrays do not say how long they all are; add .shape(768), or lengths without -1");
    }
    return Shape.of(sum(lengths));
  }

  private static long sum(List<Long> lengths) {
    try {
      return lengths.stream().reduce(0L, Math::addExact);
    } catch (ArithmeticException _) {
      throw new IllegalArgumentException(
          "lengths %s sum to more than %s; no array is that long"
              .formatted(
                  Settings.excerpt(lengths.stream().map(String::valueOf).toList()),
                  Long.MAX_VALUE));
    }
  }

  @Override
  public Optional<Layout> layout() {
    return Optional.of(tensor);
  }

  @Override
  public RowTensor read(InternalRow row, int column) {
    ArrayData array = row.getArray(column);
    if (array.numElements() != tensor.shape().volume()) {
      throw new WrongRowException(
          "a row has %s elements, and %s %s takes %s"
              .formatted(
                  array.numElements(), tensor.type(), tensor.shape(), tensor.shape().volume()));
    }
    if (mayHoldNulls && hasNull(array)) {
      throw new WrongRowException("a row has an element that is null, and tensors have none");
    }
    MemorySegment inRow =
        array instanceof UnsafeArrayData unsafe ? RowMemory.elements(unsafe, tensor.bytes()) : null;
    return new RowTensor(tensor, inRow == null ? elements.copy(array) : inRow);
  }

  private static boolean hasNull(ArrayData array) {
    if (array instanceof UnsafeArrayData unsafe) {
      // One bit for each element, in words behind their number.
      long bits = unsafe.getBaseOffset() + Long.BYTES;
      return BitSetMethods.anySet(
          unsafe.getBaseObject(), bits, Math.ceilDiv(array.numElements(), Long.SIZE));
    }
    for (int i = 0; i < array.numElements(); i++) {
      if (array.isNullAt(i)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Container container() {
    return Container.ARRAY;
  }
}

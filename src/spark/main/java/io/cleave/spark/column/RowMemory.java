package io.cleave.spark.column;

import java.lang.foreign.MemorySegment;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;
import org.jspecify.annotations.Nullable;

/// The bytes of values where Spark has them, without a copy if they are on the heap.
final class RowMemory {
  private RowMemory() {}

  /// Those of a binary value.
  static MemorySegment binary(InternalRow row, int column) {
    if (row instanceof UnsafeRow unsafe && unsafe.getBaseObject() instanceof byte[] memory) {
      // A word in the row says where in it the value begins, and how many bytes it has.
      long word = unsafe.getLong(column);
      return slice(memory, unsafe.getBaseOffset() + (word >>> Integer.SIZE), word & 0xFFFF_FFFFL);
    }
    return MemorySegment.ofArray(row.getBinary(column));
  }

  /// Those of an array's elements, or null if they must be copied.
  static @Nullable MemorySegment elements(UnsafeArrayData array, long bytes) {
    return array.getBaseObject() instanceof byte[] memory
        ? slice(
            memory,
            array.getBaseOffset()
                + UnsafeArrayData.calculateHeaderPortionInBytes(array.numElements()),
            bytes)
        : null;
  }

  private static MemorySegment slice(byte[] memory, long offset, long bytes) {
    return MemorySegment.ofArray(memory).asSlice(offset - Platform.BYTE_ARRAY_OFFSET, bytes);
  }
}

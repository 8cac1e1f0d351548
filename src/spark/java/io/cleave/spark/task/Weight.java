package io.cleave.spark.task;

import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeMapData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/// About how many bytes a value takes that waits with its row.
final class Weight {
  /// An object with a few words.
  private static final long SMALL = 32;

  private Weight() {}

  static long of(@Nullable Object value) {
    return switch (value) {
      case byte[] bytes -> SMALL + bytes.length;
      case UTF8String text -> SMALL + text.numBytes();
      case UnsafeRow row -> SMALL + row.getSizeInBytes();
      case UnsafeArrayData array -> SMALL + array.getSizeInBytes();
      case UnsafeMapData map -> SMALL + map.getSizeInBytes();
      case null, default -> SMALL;
    };
  }
}

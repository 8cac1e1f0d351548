package io.cleave.spark.column;

import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/// The elements that an array of Spark's may have, and the types whose bits they may be: the first
/// one unless another is asked for.
@SuppressWarnings(
    "ImmutableEnumChecker") // Nothing marks Spark's types as the values that they are.
enum ArrayElements {
  BYTE(DataTypes.ByteType, ElementType.I8, ElementType.U8),
  SHORT(DataTypes.ShortType, ElementType.I16, ElementType.U16),
  INT(DataTypes.IntegerType, ElementType.I32, ElementType.U32),
  LONG(DataTypes.LongType, ElementType.I64, ElementType.U64),
  FLOAT(DataTypes.FloatType, ElementType.F32),
  DOUBLE(DataTypes.DoubleType, ElementType.F64),
  BOOLEAN(DataTypes.BooleanType, ElementType.BOOLEAN);

  private final DataType sparkType;
  private final List<ElementType> types;

  ArrayElements(DataType sparkType, ElementType... types) {
    this.sparkType = sparkType;
    this.types = List.of(types);
  }

  static Optional<ArrayElements> of(DataType sparkType) {
    return Arrays.stream(values()).filter(one -> one.sparkType.equals(sparkType)).findFirst();
  }

  static Optional<ArrayElements> of(ElementType type) {
    return Arrays.stream(values()).filter(one -> one.types.contains(type)).findFirst();
  }

  DataType sparkType() {
    return sparkType;
  }

  ElementType usual() {
    return types.getFirst();
  }

  boolean mayBe(ElementType type) {
    return types.contains(type);
  }

  /// A copy of the elements, of which none is null.
  MemorySegment copy(ArrayData array) {
    return switch (this) {
      case BYTE -> MemorySegment.ofArray(array.toByteArray());
      case SHORT -> MemorySegment.ofArray(array.toShortArray());
      case INT -> MemorySegment.ofArray(array.toIntArray());
      case LONG -> MemorySegment.ofArray(array.toLongArray());
      case FLOAT -> MemorySegment.ofArray(array.toFloatArray());
      case DOUBLE -> MemorySegment.ofArray(array.toDoubleArray());
      case BOOLEAN -> MemorySegment.ofArray(bytes(array.toBooleanArray()));
    };
  }

  private static byte[] bytes(boolean[] values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (values[i] ? 1 : 0);
    }
    return bytes;
  }

  /// `i8 or u8`
  String names() {
    return types.stream().map(ElementType::toString).collect(Collectors.joining(" or "));
  }
}

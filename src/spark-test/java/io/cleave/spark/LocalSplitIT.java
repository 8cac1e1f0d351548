package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.conformance.NaiveSplit;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Columns of every kind, against a split that moves one element at a time.
class LocalSplitIT {
  private static final SparkSession SPARK = LocalSpark.session();
  private static final Random RANDOM = new Random(Seeds.one());

  /// Also the types of which several elements share a byte: of this shape each row ends within one.
  @ParameterizedTest
  @EnumSource(value = ElementType.class, mode = EnumSource.Mode.EXCLUDE, names = "STRING")
  void splitsBytesOfEveryType(ElementType type) {
    splits(type, Shape.of(3, 5, 3), 1, 500, 2, 2, 1);
  }

  /// Rows are whole bytes, so that they are split together.
  @ParameterizedTest
  @ValueSource(strings = {"u1", "u2", "u3", "u4", "u6", "nf4"})
  void splitsPackedElementsInBatches(String type) {
    splits(ElementType.parse(type), Shape.of(2, 24, 3), 1, 300, 8, 16);
  }

  @Test
  void splitsRowsThatAreLargerThanABatch() {
    splits(ElementType.F32, Shape.of(40, 30), 0, 1, 10, 30);
  }

  private static void splits(
      ElementType type, Shape shape, int axis, long batchBytes, long... lengths) {
    List<byte[]> tensors = tensors(23, (int) type.bytes(shape.volume()));
    Dataset<Row> parts =
        Table.of(SPARK, DataTypes.BinaryType, 3, tensors)
            .transform(
                TensorSplit.of("t")
                    .shape(shape.extents())
                    .type(type.toString())
                    .axis(axis)
                    .lengths(lengths)
                    .batchBytes(batchBytes));
    for (int i = 0; i < lengths.length; i++) {
      List<@Nullable Object> found = Table.column(parts, "t_" + i);
      for (int row = 0; row < tensors.size(); row++) {
        byte[] expected = naive(tensors.get(row), type, shape, axis, lengths).get(i);
        assertThat((byte[]) found.get(row)).as("part %s of row %s", i, row).isEqualTo(expected);
      }
    }
    assertThat(Table.column(parts, "t"))
        .usingElementComparator(LocalSplitIT::compare)
        .isEqualTo(tensors);
  }

  private static int compare(@Nullable Object a, @Nullable Object b) {
    return Arrays.compare((byte[]) a, (byte[]) b);
  }

  private static List<byte[]> naive(
      byte[] data, ElementType type, Shape shape, int axis, long... lengths) {
    return new NaiveSplit(shape, axis, lengths).split(MemorySegment.ofArray(data), type);
  }

  private static List<byte[]> tensors(int rows, int bytes) {
    return Stream.generate(
            () -> {
              byte[] tensor = new byte[bytes];
              RANDOM.nextBytes(tensor);
              return tensor;
            })
        .limit(rows)
        .toList();
  }

  static List<List<?>> arrays() {
    return List.of(
        List.of("tinyint", List.of((byte) 1, (byte) -2, (byte) 3, Byte.MIN_VALUE)),
        List.of("smallint", List.of((short) 1, (short) -2, (short) 3, Short.MAX_VALUE)),
        List.of("int", List.of(1, -2, 3, Integer.MIN_VALUE)),
        List.of("bigint", List.of(1L, -2L, 3L, Long.MAX_VALUE)),
        List.of("float", List.of(1f, -2.5f, Float.NEGATIVE_INFINITY, Float.MIN_VALUE)),
        List.of("double", List.of(1d, -2.5d, 3d, Double.MAX_VALUE)),
        List.of("boolean", List.of(true, false, false, true)));
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void splitsArrays(List<?> example) {
    List<?> values = (List<?>) example.get(1);
    Dataset<Row> table = Table.of(SPARK, arrayOf((String) example.get(0)), 2, rotations(values));
    Dataset<Row> parts =
        table.transform(TensorSplit.of("t").axis(0).lengths(1, 3).batchBytes(8).drop());
    assertThat(parts.schema().simpleString())
        .isEqualTo("struct<id:bigint,t_0:array<%1$s>,t_1:array<%1$s>>".formatted(example.get(0)));
    for (int row = 0; row < values.size(); row++) {
      Object[] array = (Object[]) rotations(values).get(row);
      assertThat(Table.plain(Table.column(parts, "t_0").get(row)))
          .isEqualTo(Arrays.toString(Arrays.copyOf(array, 1)));
      assertThat(Table.plain(Table.column(parts, "t_1").get(row)))
          .isEqualTo(Arrays.toString(Arrays.copyOfRange(array, 1, 4)));
    }
  }

  private static org.apache.spark.sql.types.DataType arrayOf(String element) {
    return org.apache.spark.sql.types.DataType.fromDDL("array<%s>".formatted(element));
  }

  private static List<Object> rotations(List<?> values) {
    List<Object> rows = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      List<Object> row = new ArrayList<>(values);
      java.util.Collections.rotate(row, i);
      rows.add(row.toArray());
    }
    return rows;
  }
}

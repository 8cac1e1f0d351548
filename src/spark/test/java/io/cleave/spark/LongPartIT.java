package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spark.column.PartCell;
import io.cleave.spark.column.TensorColumn;
import java.nio.ByteOrder;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Parts that no value of Spark's holds, or no row, are refused before memory is asked for.
class LongPartIT {
  private static final TensorSplit WHOLE = TensorSplit.of("t").axis(0).equal(1);

  /// Rows of 32 MiB are enough for the first.
  @Test
  void areRefusedAtOnce() {
    TensorSplit bits = WHOLE.shape(1 << 28).type("u1").to("f64");
    assertRefused(bits, "a part f64 [268435456] takes 2147483648 bytes");
    assertRefused(bits.as("array"), "a part f64 [268435456] takes 2147483648 bytes");
    assertRefused(bits.equal(4).stack(0), "a part f64 [4, 67108864] takes 2147483648 bytes");
    assertRefused(
        WHOLE.shape(1L << 56).type("u8").to("f64").as("array"),
        "a part f64 [72057594037927936] takes 576460752303423488 bytes");
  }

  /// None of these is too long by itself. In a row each has a word before it, and all have one.
  @Test
  void areRefusedTogether() {
    TensorSplit bits = WHOLE.shape((1 << 28) - 6).type("u1").to("f64").equal(2);
    assertThat(table().transform(bits).columns()).contains("t_1");
    assertRefused(
        bits.shape((1 << 28) - 4), "the parts of a row take 2147483640 bytes there, and a row");
    assertRefused(bits.as("array"), "the parts of a row take 2181038072 bytes there");
  }

  private static void assertRefused(TensorSplit split, String message) {
    assertThatThrownBy(() -> table().transform(split))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining(message);
  }

  private static Dataset<Row> table() {
    return LocalSpark.session().range(1).selectExpr("id", "cast('' as binary) t");
  }

  /// What stands around the elements counts: nothing, a header, or a number and a bit for each.
  @ParameterizedTest
  @CsvSource({
    "BINARY, 2147483632",
    "NPY, 2147483504",
    "ARRAY, 1908874328",
  })
  void oneByteMoreIsTooMuch(TensorColumn.Container container, long most) {
    assertThat(PartCell.of(container, layout(most)).part().bytes()).isEqualTo(most);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartCell.of(container, layout(most + 1)))
        .withMessageContaining("a part i8 [%s] takes %s bytes", most + 1, most + 1);
  }

  private static Layout layout(long elements) {
    return new Layout(Shape.of(elements), ElementType.I8, MemoryOrder.C, ByteOrder.LITTLE_ENDIAN);
  }
}

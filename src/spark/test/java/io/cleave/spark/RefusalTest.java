package io.cleave.spark;

import static io.cleave.plan.ElementType.F64;
import static io.cleave.plan.ElementType.I8;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U1;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.file.format.StoredLayout;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.Shape;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.ExplainMode;
import org.apache.spark.sql.types.Metadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Settings that fit no row are refused before a task runs.
class RefusalTest {
  private static final TensorSplit PIXELS =
      TensorSplit.of("t").shape(2, 3).type(U8).axis(1).cut(Cut.byLengths(1, 2));
  private static final TensorSplit WHOLE = TensorSplit.of("t").axis(0).cut(Cut.intoEqualParts(1));
  private static final TensorSplit NPY = WHOLE.npy();
  private static final TensorSplit BITS =
      WHOLE.shape(1 << 28).type(U1).converted(Conversion.to(F64));

  /// A split, and the message that refuses it.
  record Refused(TensorSplit split, String message) {}

  /// One row for each rule.
  static List<Refused> refused() {
    return List.of(
        new Refused(TensorSplit.of("nosuch"), "`nosuch` cannot be resolved"),
        new Refused(TensorSplit.of("s"), "tensors are BINARY, not STRING"),
        new Refused(WHOLE.type(U8), "the tensor shape is not known; add .shape("),
        new Refused(WHOLE.shape(1), "the tensor type is not known; add .type(ElementType.U8)"),
        new Refused(PIXELS.shape(2, -3), "an extent must be 0 or more"),
        new Refused(PIXELS.type(STRING), "no file holds tensors of string"),
        new Refused(PIXELS.cut(Cut.byLengths(1, 1)), "lengths [1, 1] must sum to 3"),
        new Refused(PIXELS.axis(2), "axis 2 must lie in -2..1"),
        new Refused(TensorSplit.of("t").npy(), "the axis to split is not set; add .axis(-1)"),
        new Refused(TensorSplit.of("t").npy().axis(0), "the cut is not set; add .cut("),
        new Refused(PIXELS.names("x"), "there are 2 parts and 1 names"),
        new Refused(PIXELS.names("x", "ID"), "column `id` already exists"),
        new Refused(PIXELS.names("x", "x"), "column `x` already exists"),
        new Refused(PIXELS.converted(Conversion.to(U8)), "are converted to u8, not u8"),
        new Refused(NPY.cut(Cut.nearlyEqual(99_999_999)), "a plan holds at most 16777216 parts"),
        new Refused(
            NPY.cut(Cut.intoEqualParts(65537)).stack(0), "a row has 1 to 65536 parts, not 65537"),
        new Refused(NPY.cut(Cut.byLengths()), "a row has 1 to 65536 parts, not 0"),
        new Refused(
            PIXELS.shape(1 << 24, 0).axis(-2).cut(Cut.inChunksOf(1)).join(0),
            "a row has 1 to 65536 parts, not 16777216"),
        new Refused(NPY.cut(Cut.inChunksOf(0)).names("x"), "a chunk must be 1 or more long, not 0"),
        new Refused(NPY.cut(Cut.inChunksOf(2)), "name as many as every row has"),
        new Refused(NPY.shape(3), "a .npy file has its own shape"),
        new Refused(BITS, "a part f64 [268435456] takes 2147483648 bytes"),
        new Refused(
            BITS.cut(Cut.intoEqualParts(4)).stack(0),
            "a part f64 [4, 67108864] takes 2147483648 bytes"),
        new Refused(
            BITS.cut(Cut.intoEqualParts(2)).shape((1 << 28) - 4),
            "the parts of a row take 2147483640 bytes"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void isRefusedAtOnce(Refused one) {
    assertThatThrownBy(() -> table().transform(one.split()))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining(one.message());
  }

  private static Dataset<Row> table() {
    return LocalSpark.session().range(1).selectExpr("id", "cast('' as binary) t", "'x' s");
  }

  /// Metadata may come from a file; settings replace it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {"tensor.type": "u8", "tensor.shape": [1.5, 2.5]} | tensor.shape in the column's metadata is wrong
          {"tensor.type": "u8", "tensor.shape": null}       | tensor.shape in the column's metadata is wrong
          {"tensor.type": "u8", "tensor.shape": [2, -3]}    | an extent must be 0 or more
          {"tensor.type": ["u8"], "tensor.shape": [2, 3]}   | tensor.type in the column's metadata is wrong
          """)
  void wrongMetadataIsRefused(String json, String message) {
    Dataset<Row> table = table().withMetadata("t", Metadata.fromJson(json));
    assertThatThrownBy(() -> table.transform(WHOLE))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining(message);
    assertThat(table.transform(PIXELS).columns()).contains("t_1");
  }

  /// The header of a `.npy` file counts.
  @Test
  void aPartMayHaveAsManyBytesAsAValueInSpark() {
    assertThat(RowPlan.of(WHOLE, layout(2147483616)).outputs()).hasSize(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RowPlan.of(WHOLE, layout(2147483633)))
        .withMessageContaining("a part i8 [2147483633] takes 2147483633 bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RowPlan.of(NPY, layout(2147483505)))
        .withMessageContaining("and 128 for a header");
  }

  private static StoredLayout layout(long elements) {
    return StoredLayout.plain(I8, Shape.of(elements));
  }

  @Test
  void aRowGetsManyColumns() {
    TensorSplit split = PIXELS.shape(200).axis(0).cut(Cut.intoEqualParts(200));
    assertThat(
            LocalSpark.table(List.of(new byte[200])).transform(split).first().<byte[]>getAs("t_9"))
        .hasSize(1);
  }

  /// As for Spark's own columns. Others may have one name, as after a join.
  @Test
  void namesDifferByTheirCaseOnlyWhereThatIsSet() {
    Dataset<Row> joined = table().crossJoin(LocalSpark.session().range(1).toDF("ID"));
    assertThat(joined.transform(PIXELS).columns()).endsWith("ID", "t_0", "t_1");
    assertThat(
            table()
                .transform(TensorSplit.of("T").shape(0).type(U8).axis(0).cut(Cut.intoEqualParts(1)))
                .columns())
        .contains("T_0");
    LocalSpark.session().conf().set("spark.sql.caseSensitive", true);
    try {
      assertThat(table().transform(PIXELS.names("x", "ID")).columns()).contains("id", "ID");
    } finally {
      LocalSpark.session().conf().unset("spark.sql.caseSensitive");
    }
  }

  @Test
  void theQueryShowsTheSplit() {
    assertThat(
            table()
                .transform(PIXELS)
                .queryExecution()
                .explainString(ExplainMode.fromString("simple")))
        .contains(
            "Generate TensorSplit t: u8 [2, 3] along axis 1 into 2 parts: 2 rows of 3 bytes, [");
  }
}

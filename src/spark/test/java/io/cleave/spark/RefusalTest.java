package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.file.format.StoredLayout;
import io.cleave.plan.ElementType;
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
      TensorSplit.of("t").shape("2,3").type("u8").axis(1).lengths(1, 2);
  private static final TensorSplit NPY = TensorSplit.of("t").npy().axis(0);
  private static final TensorSplit BITS =
      TensorSplit.of("t").shape(1 << 28).type("u1").to("f64").axis(0);

  /// A split, and the message that refuses it.
  record Refused(TensorSplit split, String message) {}

  /// One row for each rule.
  static List<Refused> refused() {
    return List.of(
        new Refused(TensorSplit.of("nosuch"), "none of the columns [id, t, s] have that name"),
        new Refused(
            TensorSplit.of("\u202e" + "t".repeat(99)), "?" + "t".repeat(56) + "... cannot be"),
        new Refused(TensorSplit.of("s").axis(0).equal(1), "tensors are BINARY, not STRING"),
        new Refused(
            TensorSplit.of("t").type("u8").axis(0).equal(1), "shape of the tensors is not known"),
        new Refused(TensorSplit.of("t").shape(1).axis(0).equal(1), "not known; add .type(\"u8\")"),
        new Refused(PIXELS.shape("2,x\u202ey"), "dimension \"x?y\" cannot be read"),
        new Refused(PIXELS.type("u9\n"), "element type \"u9?\" is not known"),
        new Refused(PIXELS.type("string"), "columns hold no tensors of strings"),
        new Refused(PIXELS.lengths(1, 1), "lengths [1, 1] must sum to 3"),
        new Refused(PIXELS.axis(2), "axis 2 must lie in -2..1"),
        new Refused(TensorSplit.of("t").shape(3).type("u8").equal(3), "axis to split is not set"),
        new Refused(PIXELS.nearlyEqual(2), "these are set: [lengths, nearlyEqual]"),
        new Refused(PIXELS.names("x"), "there are 2 parts and 1 names"),
        new Refused(PIXELS.names("x", "ID"), "two columns ID"),
        new Refused(PIXELS.names("x", "x"), "two columns x"),
        new Refused(PIXELS.scale(2), "scale needs the type that the values become"),
        new Refused(PIXELS.to("f32").scale(2).mean(1), "scale and mean are two rules"),
        new Refused(PIXELS.to("f32").normalize("nosuch"), "normalize \"nosuch\" is not known"),
        new Refused(PIXELS.to("f32").normalize("half").std(1), "leave it out, or mean and std"),
        new Refused(PIXELS.type("i8").to("f32").mean(1), "what of i8 becomes 1 is not known"),
        new Refused(PIXELS.to("f32").dequantize("1:x"), "\"1:x\" is no scale and zero point"),
        new Refused(PIXELS.to("u8"), "are converted to u8"),
        new Refused(PIXELS.stack(0).join(0), "leave out one of them"),
        new Refused(PIXELS.onError("ignore"), "onError is \"fail\" or \"null\", not \"ignore\""),
        new Refused(NPY.nearlyEqual(99_999_999), "a row has 1 to 65536 parts, not 99999999"),
        new Refused(NPY.equal(65537).stack(0), "a row has 1 to 65536 parts, not 65537"),
        new Refused(
            TensorSplit.of("t").shape(1 << 24, 0).type("u8").axis(-2).chunksOf(1).join(0),
            "a row has 1 to 65536 parts, not 16777216"),
        new Refused(NPY.chunksOf(0).names("x"), "a chunk must be 1 or more long, not 0"),
        new Refused(NPY.chunksOf(2), "name as many as every row has"),
        new Refused(NPY.shape(3).equal(2), "a .npy file has its own shape"),
        new Refused(BITS.equal(1), "a part f64 [268435456] takes 2147483648 bytes"),
        new Refused(BITS.equal(4).stack(0), "a part f64 [4, 67108864] takes 2147483648 bytes"),
        new Refused(
            BITS.equal(2).shape((1 << 28) - 4), "the parts of a row take 2147483640 bytes"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void isRefusedAtOnce(Refused one) {
    assertThatThrownBy(() -> table().transform(one.split()))
        .isInstanceOf(AnalysisException.class)
        .hasMessageStartingWith("column ")
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
    TensorSplit split = TensorSplit.of("t").axis(0).equal(2);
    assertThatThrownBy(() -> table.transform(split))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining(message);
    assertThat(table.transform(split.shape(2, 3).type("u8")).columns()).contains("t_1");
  }

  /// The header of a `.npy` file counts.
  @Test
  void aPartMayHaveAsManyBytesAsAValueInSpark() {
    Settings bytes = Settings.of("t").with(Setting.AXIS, one(0)).with(Setting.EQUAL, one(1));
    assertThat(RowPlan.of(bytes, layout(2147483616)).outputs()).hasSize(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RowPlan.of(bytes, layout(2147483633)))
        .withMessageContaining("a part i8 [2147483633] takes 2147483633 bytes");
    Settings npy = bytes.with(Setting.NPY, true);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RowPlan.of(npy, layout(2147483505)))
        .withMessageContaining("and 128 for a header");
  }

  private static long[] one(long number) {
    return new long[] {number};
  }

  private static StoredLayout layout(long elements) {
    return StoredLayout.plain(ElementType.I8, Shape.of(elements));
  }

  @Test
  void aRowGetsManyColumns() {
    TensorSplit split = TensorSplit.of("t").shape(500).type("u8").axis(0).equal(500);
    assertThat(
            LocalSpark.table(List.of(new byte[500])).transform(split).first().<byte[]>getAs("t_9"))
        .hasSize(1);
  }

  /// As for Spark's own columns.
  @Test
  void namesDifferByTheirCaseOnlyWhereThatIsSet() {
    assertThat(
            table().transform(TensorSplit.of("T").shape(0).type("u8").axis(0).equal(1)).columns())
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
            "Generate TensorSplit t: u8 [2, 3] along axis 1 into 2 parts: 2 rows of 3 bytes, as"
                + " [t_0, t_1]");
  }
}

package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.Metadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What no row can be split by is said before there is a task.
class RefusalIT {
  private static final TensorSplit PIXELS =
      TensorSplit.of("t").shape("2,3").type("u8").axis(1).lengths(1, 2);

  /// @param split what is said
  /// @param message what is answered
  record Refused(TensorSplit split, String message) {}

  static List<Refused> refused() {
    return List.of(
        new Refused(
            TensorSplit.of("nosuch"), "none of the columns [id, t, a, s, A2] are called so"),
        new Refused(
            TensorSplit.of("s").axis(0).equal(1), "BINARY or arrays of numbers, not STRING"),
        new Refused(TensorSplit.of("t").axis(0).equal(1), "bytes do not say which shape they have"),
        new Refused(
            TensorSplit.of("t").shape(1).axis(0).equal(1), "which type they have; add .type"),
        new Refused(PIXELS.type("u9"), "element type \"u9\" is not known"),
        new Refused(PIXELS.type("string"), "strings are no tensors here"),
        new Refused(PIXELS.lengths(1, 1), "lengths [1, 1] must sum to 3"),
        new Refused(PIXELS.axis(2), "axis 2"),
        new Refused(PIXELS.equal(2), "[lengths, equal]"),
        new Refused(TensorSplit.of("a").axis(0).lengths(1, -1), "arrays do not say how long"),
        new Refused(TensorSplit.of("a").axis(0).lengths(1, 2).type("i32"), "are f32, not i32"),
        new Refused(
            TensorSplit.of("a").axis(0).lengths(Long.MAX_VALUE, 1),
            "lengths [9223372036854775807, 1] sum to more than 9223372036854775807"),
        new Refused(TensorSplit.of("a").lengths(1, 2), "it must be said which axis"),
        new Refused(PIXELS.names("x"), "there are 2 parts and 1 names"),
        new Refused(PIXELS.names("x", "ID"), "two columns ID"),
        new Refused(PIXELS.names("x", "x"), "two columns x"),
        new Refused(PIXELS.scale(2), "scale needs the type that the values become"),
        new Refused(PIXELS.to("f32").scale(2).mean(1), "scale and mean are two rules"),
        new Refused(PIXELS.to("f32").normalize("nosuch"), "normalize \"nosuch\" is not known"),
        new Refused(
            PIXELS.to("u8"),
            "only f32, f16, bf16 are converted to u8".replace("f32, f16, bf16", "bf16, f16, f32")),
        new Refused(PIXELS.to("f16").as("array"), "Spark has no arrays of f16"),
        new Refused(PIXELS.as("list"), "not as \"list\""),
        new Refused(PIXELS.stack(0).join(0), "leave out the one or the other"),
        new Refused(
            PIXELS.with(Setting.LENGTHS, "1,\n" + "2".repeat(99)),
            "\"" + "2".repeat(57) + "...\" is no whole number"),
        new Refused(
            TensorSplit.of("\u202e" + "t".repeat(99)),
            "?" + "t".repeat(56) + "... cannot be split: none of the columns"),
        new Refused(
            TensorSplit.of("t").npy().axis(0).with(Setting.EQUAL, "1,2"),
            "equal is one number, not [1, 2]"),
        new Refused(
            TensorSplit.of("t").npy().axis(0).nearlyEqual(99_999_999),
            "a row has 1 to 65536 parts, not 99999999"),
        new Refused(TensorSplit.of("t").npy().axis(0).equal(-2), "1 to 65536 parts, not -2"),
        new Refused(
            TensorSplit.of("t").npy().axis(0).equal(65537).stack(0),
            "a row has 1 to 65536 parts, not 65537"),
        new Refused(
            TensorSplit.of("t").shape(1 << 24, 0).type("u8").axis(-2).chunksOf(1).join(0),
            "a row has 1 to 65536 parts, not 16777216"),
        new Refused(PIXELS.axis(2).with(Setting.LENGTHS, "3"), "axis 2 must lie in -2..1"),
        new Refused(
            TensorSplit.of("t").shape(2, 3).type("u8").axis(2).chunksOf(1), "axis 2 must lie in"),
        new Refused(
            TensorSplit.of("t").npy().axis(0).chunksOf(0).names("x"),
            "a chunk must be 1 or more long, not 0"),
        new Refused(PIXELS.onError("ignore"), "on-error is one of [fail, null], not \"ignore\""),
        new Refused(
            PIXELS.device(" "),
            "device is auto, cpu, opencl, or part of a device's name or platform, not \" \""),
        new Refused(PIXELS.with(Setting.DROP, "no"), "drop is one of [true, false], not \"no\""),
        new Refused(PIXELS.with(Setting.NPY, ""), "npy is one of [true, false], not \"\""),
        new Refused(PIXELS.batchBytes(0), "batch-bytes is a number of bytes from 1 on"),
        new Refused(TensorSplit.of("t").npy().axis(0).chunksOf(2), "name as many as every row has"),
        new Refused(TensorSplit.of("a").npy().axis(0).equal(2), "whole .npy files are BINARY"),
        new Refused(TensorSplit.of("t").npy().shape(3).axis(0).equal(2), "a shape of its own"));
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
    return LocalSpark.session()
        .range(1)
        .selectExpr("id", "cast('' as binary) t", "array(float(1)) a", "'x' s", "id as A2");
  }

  /// Files keep what their columns say, and anybody writes files.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {"tensor.type": "u8", "tensor.shape": "2,3"}      | tensor.shape, but no whole numbers; add .shape
          {"tensor.type": "u8", "tensor.shape": [1.5, 2.5]} | tensor.shape, but no whole numbers; add .shape
          {"tensor.type": "u8", "tensor.shape": null}       | tensor.shape, but no whole numbers; add .shape
          {"tensor.type": "u8", "tensor.shape": 6}          | tensor.shape, but no whole numbers; add .shape
          {"tensor.type": "u8", "tensor.shape": [2, -3]}    | an extent must be 0 or more
          {"tensor.type": "u9", "tensor.shape": [2, 3]}     | element type "u9" is not known
          {"tensor.type": 8, "tensor.shape": [2, 3]}        | tensor.type, but no text; add .type
          {"tensor.type": null, "tensor.shape": [2, 3]}     | tensor.type, but no text; add .type
          {"tensor.type": ["u8"], "tensor.shape": [2, 3]}   | tensor.type, but no text; add .type
          """)
  void aColumnThatSaysNonsenseIsRefused(String says, String message) {
    Dataset<Row> table = table().withMetadata("t", Metadata.fromJson(says));
    TensorSplit split = TensorSplit.of("t").axis(0).equal(2);
    assertThatThrownBy(() -> table.transform(split))
        .isInstanceOf(AnalysisException.class)
        .hasMessageStartingWith("column t cannot be split: ")
        .hasMessageContaining(message);
    assertThat(table.transform(split.shape(2, 3).type("u8")).columns()).contains("t_1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "x", "", "1.5", "2147483648"})
  void soIsANumberOfSplitsThatIsNone(String number) {
    SparkConf conf = LocalSpark.session().sparkContext().conf();
    conf.set("spark.cleave.concurrentSplits", number);
    try {
      assertThatThrownBy(() -> table().transform(PIXELS))
          .isInstanceOf(AnalysisException.class)
          .hasMessageContaining(
              "spark.cleave.concurrentSplits is a number from 1 to 999999999, not \"%s\"", number);
      conf.set("spark.cleave.concurrentSplits", "1");
      assertThat(table().transform(PIXELS).columns()).contains("t_1");
    } finally {
      conf.remove("spark.cleave.concurrentSplits");
    }
  }

  @Test
  void aRowGetsManyColumns() {
    TensorSplit split = TensorSplit.of("t").shape(16384).type("u8").axis(0).equal(16384);
    assertThat(table().transform(split).columns()).hasSize(5 + 16384);
  }

  @Test
  void whatIsSaidNotToBeIsNot() {
    TensorSplit split = PIXELS.drop().with(Setting.DROP, "false").with(Setting.NPY, "false");
    assertThat(table().transform(split).columns()).contains("t", "t_1");
    assertThat(table().transform(split.drop()).columns()).doesNotContain("t").contains("t_1");
    assertThat(split.toString()).doesNotContain("drop");
  }

  /// As those of Spark's columns are, names are told apart by their case only where that was asked
  /// for.
  @Test
  void namesAreSparks() {
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
                .explainString(org.apache.spark.sql.execution.ExplainMode.fromString("simple")))
        .contains(
            "MapPartitions TensorSplit t: u8 [2, 3] along axis 1 into 2 parts: 2 rows of 3 bytes,"
                + " as t_0, t_1");
  }
}

package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What is known of splits without running them.
class SplitListingTest {
  @TempDir Path folder = Path.of("");
  private final TestModel model = new TestModel();

  private SplitLayer only() throws IOException {
    List<SplitLayer> splits = Model.read(model.write(folder)).splits();
    assertThat(splits).hasSize(1);
    return splits.getFirst();
  }

  private static List<String> shapes(SplitLayer split) {
    return split.outputs().stream().map(output -> output.shape().toString()).toList();
  }

  private SplitLayer variadic(String shape, long axis, long... lengths) throws IOException {
    var x = model.parameter("x", "f32", shape);
    model.variadic("s", x, model.scalar(axis), model.list(lengths), lengths.length);
    return only();
  }

  private SplitLayer equal(String shape, long axis, int parts) throws IOException {
    var x = model.parameter("x", "f32", shape);
    model.split("s", x, model.scalar(axis), parts, parts);
    return only();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1,6,22        | [1, 2, 22]    | [1, 4, 22]
          1, 6 ,22      | [1, 2, 22]    | [1, 4, 22]
          ?,6,-1        | [?, 2, ?]     | [?, 4, ?]
          2..6,6,..6    | [2..6, 2, 0..6] | [2..6, 4, 0..6]
          2..,?,0       | [2.., 2, 0]   | [2.., ?, 0]
          1,4..9,3      | [1, 2, 3]     | [1, ?, 3]
          ...           | ...           | ...
          [...]         | ...           | ...
          """)
  void shapesAreInferredWithWhatIsKnown(String shape, String first, String second)
      throws IOException {
    SplitLayer split = variadic(shape, 1, 2, -1);
    assertThat(split.findings()).isEmpty();
    assertThat(shapes(split)).containsExactly(first, second);
    assertThat(split.isInferred()).isTrue();
  }

  @Test
  void everythingThatAPlanSaysIsThere() throws IOException {
    var x = model.parameter("x", "f16", "4,6,8");
    int id = model.variadic("s", x, model.scalar(-2), model.list(1, 2, -1), 3);
    model.result("a", new TestModel.Out(id, 5)).result("b", new TestModel.Out(id, 5));
    model.other("relu", "ReLU", new TestModel.Out(id, 3));
    SplitLayer split = only();
    assertThat(split.type()).contains(ElementType.F16);
    assertThat(split.plan())
        .hasValueSatisfying(
            plan -> {
              assertThat(plan.axis()).isEqualTo(1);
              assertThat(plan.lengths()).containsExactly(1, 3);
              assertThat(plan.parts()).noneMatch(Part::isContiguous);
            });
    assertThat(split.outputs().get(0).consumers().toString()).isEqualTo("[relu:0]");
    assertThat(split.outputs().get(1).consumers()).isEmpty();
    assertThat(split.outputs().get(2).consumers().toString()).isEqualTo("[a:0, b:0]");
    assertThat(split.outputs().get(2).names()).containsExactly("s.2");
  }

  @Test
  void shapesGoThroughChainsOfSplits() throws IOException {
    var x = model.parameter("x", "i8", "2,12");
    int first = model.variadic("first", x, model.scalar(1), model.list(4, -1), 2);
    int second = model.split("second", new TestModel.Out(first, 4), model.scalar(-1), 2, 2);
    model.split("third", new TestModel.Out(second, 3), model.scalar(0), 2, 2);
    List<SplitLayer> splits = Model.read(model.write(folder)).splits();
    assertThat(splits).extracting(SplitLayer::name).containsExactly("first", "second", "third");
    assertThat(shapes(splits.get(2))).containsExactly("[1, 4]", "[1, 4]");
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"I4", "I8", "I16", "I32", "I64", "U4", "U8", "U16", "U32", "U64"})
  void everyIntegerTypeIsRead(ElementType type) throws IOException {
    boolean signed = type.toString().startsWith("i");
    var x = model.parameter("x", "f32", "7,9");
    var axis = model.constant(type.toString(), "1", TestModel.integers(type, signed ? -1 : 1));
    var lengths =
        model.constant(
            type.irName(),
            "3",
            TestModel.integers(type, signed ? new long[] {3, -1, 1} : new long[] {3, 5, 1}));
    model.variadic("s", x, axis, lengths, 3);
    SplitLayer split = only();
    assertThat(shapes(split)).containsExactly("[7, 3]", "[7, 5]", "[7, 1]");
    boolean misread = type == ElementType.I4 || type == ElementType.U4;
    assertThat(split.findings().toString())
        .contains(misread ? "wrong: OpenVINO takes each number of " : "[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6,2    | 4,3,-1 | (negative-rest)
          6,2    | 5,3,-1 | (negative-rest)
          2..6,2 | 10     | (outside-interval)
          2..6,2 | 7,-1   | (outside-interval)
          """)
  void whatOpenVinoAcceptsIsMarked(String shape, String lengths, String answer) throws IOException {
    long[] numbers = List.of(lengths.split(",")).stream().mapToLong(Long::parseLong).toArray();
    SplitLayer split = variadic(shape, 0, numbers);
    assertThat(split.isSound()).isFalse();
    assertThat(split.plan()).isEmpty();
    assertThat(split.findings().getFirst())
        .startsWith("wrong: ")
        .contains("; OpenVINO accepts them")
        .endsWith(answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6,2    | 0 | 4,3     | they sum to 7
          6,2    | 0 | 4,-2    | -1 once
          6,2    | 0 | -1,-1,6 | only one can be the rest
          6,2    | 5 | 4,2     | axis 5 must lie in -2..1
          """)
  void whatOpenVinoRefusesTooIsRefused(String shape, long axis, String lengths, String problem)
      throws IOException {
    long[] numbers = List.of(lengths.split(",")).stream().mapToLong(Long::parseLong).toArray();
    SplitLayer split = variadic(shape, axis, numbers);
    assertThat(split.findings().getFirst()).startsWith("refused: ").contains(problem);
  }

  @Test
  void aDivisionByWayOfFloatsIsMarked() throws IOException {
    SplitLayer split = equal("41..82", 0, 41);
    assertThat(shapes(split)).containsOnly("[1..2]");
    assertThat(split.findings().toString())
        .contains("wrong: OpenVINO divides the bounds", "(float-division)");
  }

  @Test
  void anExactDivisionIsNot() throws IOException {
    assertThat(equal("40..80", 0, 40).findings()).isEmpty();
  }

  @Test
  void aRealAxisIsRefused() throws IOException {
    var x = model.parameter("x", "f32", "6");
    model.variadic("s", x, model.constant("f32", "", new byte[4]), model.list(6), 1);
    assertThat(only().findings().toString())
        .contains("refused: axis must be of an integer type; f32");
  }

  @Test
  void typesThatOpenVinoSplitsWronglyAreNoted() throws IOException {
    var x = model.parameter("x", "u4", "6");
    model.split("s", x, model.scalar(0), 2, 2);
    SplitLayer split = only();
    assertThat(split.isSound()).isTrue();
    assertThat(split.findings().toString()).contains("note: ", "u4");
  }

  @Test
  void whatIsComputedElsewhereIsLeftOpen() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    var lengths = model.other("gather", "Gather", model.list(1, 2));
    model.variadic("s", x, model.other("axis", "Convert", model.scalar(0)), lengths, 2);
    SplitLayer split = only();
    assertThat(split.findings()).isEmpty();
    assertThat(split.operation().axis().isKnown()).isFalse();
    assertThat(split.outputs()).hasSize(2);
    assertThat(
            split.withAxis(0).withLengths(2, 4).plan(Layout.of(ElementType.F32, 6, 4)).partCount())
        .isEqualTo(2);
  }

  @Test
  void hugeNumbersMakeAFindingAndNoMess() throws IOException {
    SplitLayer split = variadic("9223372036854775807,4611686018427387904", 0, -1, 9);
    assertThat(split.findings().toString()).contains("more than 9223372036854775807 elements");
    TestModel other = new TestModel();
    var x = other.parameter("x", "f32", "6");
    other.split("s", x, other.scalar(0), 1L << 40, 1);
    SplitLayer many = Model.read(other.write(folder)).splits().getFirst();
    assertThat(many.findings().toString()).contains("at most 16777216 parts");
  }

  @Test
  void aNumberBeyondAllExtentsIsRefusedWhereItIsUsed() throws IOException {
    var x = model.parameter("x", "f32", "6");
    var lengths = model.constant("u64", "2", TestModel.longs(-1, 4));
    model.variadic("s", x, model.scalar(0), lengths, 2);
    assertThat(only().findings().toString()).contains("18446744073709551615 is larger");
  }
}

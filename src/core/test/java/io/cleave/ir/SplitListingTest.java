package io.cleave.ir;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.TableTest;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is known of splits without running them, and for which data they can be planned.
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

  /// @param cut lengths, which hold a comma or are -1, or a count
  private SplitLayer split(String type, String shape, long axis, String cut) throws IOException {
    var x = model.parameter("x", type, shape);
    long[] numbers = Stream.of(cut.split(",")).mapToLong(Long::parseLong).toArray();
    if (cut.contains(",")) {
      model.variadic("s", x, model.scalar(axis), model.list(numbers), numbers.length);
    } else {
      int ports = (int) Math.min(numbers[0], 64);
      model.split("s", x, model.scalar(axis), numbers[0], ports);
    }
    return only();
  }

  @TableTest(
      """
      1,6,22        | [1, 2, 22]    | [1, 4, 22]
      ?,6,-1        | [?, 2, ?]     | [?, 4, ?]
      2..6,6,..6    | [2..6, 2, 0..6] | [2..6, 4, 0..6]
      1,4..9,3      | [1, 2, 3]     | [1, ?, 3]
      ...           | ...           | ...
      [...]         | ...           | ...
      """)
  void shapesAreInferredWithWhatIsKnown(String shape, String first, String second)
      throws IOException {
    SplitLayer split = split("f32", shape, 1, "2,-1");
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
    assertThat(split.outputs())
        .extracting(output -> output.consumers().toString())
        .containsExactly("[relu:0]", "[]", "[a:0, b:0]");
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

  /// Nothing, what OpenVINO accepts wrongly, what it refuses too, and notes about sound splits.
  @TableTest(
      """
      f32 | 40..80 | 0 | 40      | []
      f32 | 6,2    | 0 | 4,3,-1  | [wrong: .*; OpenVINO accepts them.*(negative-rest)]
      f32 | 6,2    | 0 | 5,3,-1  | [wrong: .*; OpenVINO accepts them.*(negative-rest)]
      f32 | 2..6,2 | 0 | 10,     | [wrong: .*; OpenVINO accepts them.*(outside-interval)]
      f32 | 2..6,2 | 0 | 7,-1    | [wrong: .*; OpenVINO accepts them.*(outside-interval)]
      f32 | 41..82 | 0 | 41      | [wrong: OpenVINO divides the bounds.*(float-division)]
      f32 | 6,2    | 0 | 4,3     | [refused: .*they sum to 7.*]
      f32 | 6,2    | 0 | 4,-2    | [refused: .*-1 once.*]
      f32 | 6,2    | 0 | -1,-1,6 | [refused: .*only one can be the rest.*]
      f32 | 6,2    | 5 | 4,2     | [refused: .*axis 5 must lie in -2..1.*]
      f32 | 6      | 0 | 1099511627776 | [refused: .*at most 16777216 parts.*]
      f32 | 9223372036854775807,4611686018427387904 | 0 | -1,9 | [wrong: .*more than 9223372036854775807 elements.*]
      u4  | 6      | 0 | 2       | [note: its elements are u4; OpenVINO takes packed.*(packed-data)]
      u3  | 6      | 0 | 2       | [note: its elements are u3; OpenVINO rejects.*(no-packed-input)]
      string | 4   | 0 | 2       | [note: OpenVINO's CPU plugin rejects string elements]
      """)
  void mistakesAreFound(String type, String shape, long axis, String cut, String findings)
      throws IOException {
    SplitLayer split = split(type, shape, axis, cut);
    assertThat(split.findings().toString()).matches(findings.replaceAll("[\\[\\]()]", "\\\\$0"));
    boolean isSound = findings.equals("[]") || findings.startsWith("[note");
    assertThat(split.isSound()).isEqualTo(isSound);
    assertThat(split.plan().isPresent()).isEqualTo(isSound && !shape.contains(".."));
    if (cut.equals("41")) {
      assertThat(shapes(split)).containsOnly("[1..2]");
    }
  }

  @TableTest(
      """
      f32 | ''  | i64 | refused: axis must be of an integer type; f32
      i64 | '2' | i64 | refused: axis must be a scalar or of shape [1]
      i64 | ''  | u64 | refused: the value 18446744073709551615 is larger
      """)
  void numbersThatAreNoneAreFound(String axis, String shape, String lengths, String problem)
      throws IOException {
    var x = model.parameter("x", "f32", "6");
    byte[] zeros = new byte[shape.isEmpty() ? 8 : 16];
    var along = model.constant(axis, shape, zeros);
    model.variadic("s", x, along, model.constant(lengths, "2", TestModel.longs(-1, 4)), 2);
    assertThat(only().findings().getFirst()).startsWith(problem);
  }

  private static void assertNoPlan(SplitLayer split, Layout data, String problem) {
    refuses(() -> split.plan(data), problem);
  }

  @Test
  void dataThatTheModelCannotGiveIsRefused() throws IOException {
    SplitLayer split = split("f32", "6,4", 0, "2");
    Layout data = Layout.of(ElementType.F32, 6, 4);
    assertThat(split.plan(data).lengths()).containsExactly(3, 3);
    String other = "splits f32 [6, 4]; the data is %s, which it cannot get";
    assertNoPlan(split, Layout.of(ElementType.F32, 6, 5), other.formatted("f32 [6, 5]"));
    assertNoPlan(split, Layout.of(ElementType.F16, 6, 4), other.formatted("f16 [6, 4]"));
    refuses(
        () -> split.withLengths(3, 3),
        "layer 2 \"s\" is a Split, which takes no lengths; leave them out");
  }

  private SplitLayer changed(String from, String to) throws IOException {
    String xml = model.xml();
    assertThat(xml).contains(from);
    return Model.read(TestModel.write(folder, xml.replace(from, to), TestModel.longs(0)))
        .split("s");
  }

  private static String port(int id, int rows, int columns) {
    return "<port id=\"%s\"><dim>%s</dim><dim>%s</dim></port>".formatted(id, rows, columns);
  }

  @Test
  void dataOfAnyTypeFitsWhereTheModelNamesNone() throws IOException {
    var relu = model.other("relu", "ReLU", model.parameter("x", "f32", "6,4"));
    model.split("s", relu, model.scalar(0), 2, 2);
    SplitLayer split = changed("<port id=\"1\" names=\"relu.0\"/>", port(1, 6, 4));
    assertThat(split.type()).isEmpty();
    assertThat(split.plan(Layout.of(ElementType.U8, 6, 4)).partCount()).isEqualTo(2);
    assertNoPlan(
        split,
        Layout.of(ElementType.U8, 6),
        "splits data of shape [6, 4]; the data is u8 [6], which it cannot get");
  }

  @Test
  void aPortThatContradictsIsNoted() throws IOException {
    split("f32", "6,4", 0, "2");
    SplitLayer odd = changed("<input><port id=\"0\"/>", "<input>" + port(0, 7, 4));
    assertThat(odd.operation().data()).hasToString("[6, 4]");
    assertThat(odd.findings())
        .containsExactly("note: its port says [7, 4], which OpenVINO and Cleave ignore");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<port id=\"1\"/></input>", "</input>"})
  void anInputThatNothingFeedsIsNamed(String input) throws IOException {
    split("f32", "6,4", 0, "2");
    String edge = "<edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"1\"/>";
    assertThat(model.xml()).contains(edge);
    String cut = model.xml().replace(edge, "").replace("<port id=\"1\"/></input>", input);
    Model read = Model.read(TestModel.write(folder, cut, TestModel.longs(0)));
    assertThat(read.split("s").findings())
        .containsExactly("refused: nothing is connected to its input 1");
  }

  private Model withoutWeights() throws IOException {
    Path file = model.write(folder);
    Files.delete(folder.resolve("model.bin"));
    return Model.read(file);
  }

  @Test
  void theCountOfLengthsIsStillKnown() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.variadic("s", x, model.scalar(0), model.list(1, 2, 3), 2);
    SplitLayer split = withoutWeights().splits().getFirst();
    assertThat(split.outputs()).hasSize(2);
    assertThat(split.findings().toString()).contains("makes 3 parts");
  }

  @Test
  void valuesMayBeGivenInstead() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.variadic("s", x, model.scalar(0), model.list(2, 4), 2);
    SplitLayer split = withoutWeights().split("s");
    Layout data = Layout.of(ElementType.F32, 6, 4);
    String unknown =
        "layer 3 \"s\": %s must be known to plan a split; give it, or infer the shapes of the"
            + " parts";
    assertNoPlan(split, data, unknown.formatted("axis"));
    assertNoPlan(split.withAxis(0), data, unknown.formatted("lengths"));
    assertNoPlan(split.withLengths(2, 4), data, unknown.formatted("axis"));
    assertThat(split.withLengths(2, 4).withAxis(0).plan(data).lengths()).containsExactly(2, 4);
  }

  @Test
  void aRunMayDoWithoutMissingConstants() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.split("unused", x, model.scalar(0), 2, 2);
    model.result("r", x);
    Model bare = withoutWeights();
    assertThat(bare.outputs()).hasSize(1);
    assertThat(bare.missingWeights()).isPresent();
  }

  @Test
  void constantsWithoutDataNeedNoFile() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.result("r", model.constant("i64", "0", new byte[0])).result("s", x);
    Model bare = withoutWeights();
    assertThat(bare.missingWeights()).isEmpty();
    assertThat(bare.outputs()).hasSize(2);
  }
}

package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.OpenClException;
import io.cleave.TableTest;
import io.cleave.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.MalformedFileException;
import io.cleave.opencl.session.FailedCallException;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spi.HostResidence;
import io.cleave.spi.Residence;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What cannot be run, and in which words; and how inputs and outputs are named.
class ModelRunTest {
  @TempDir Path folder = Path.of("");
  private final TestModel model = new TestModel();
  private final Tensor six = tensor(ElementType.U8, "6", new byte[] {1, 2, 3, 4, 5, 6});

  private static Tensor tensor(ElementType type, String shape, byte[] bytes) {
    return new Tensor(type, Shape.parse(shape), MemorySegment.ofArray(bytes));
  }

  private TestModel.Out six() {
    return model.parameter("x", "u8", "6");
  }

  /// The model, which can be run.
  private Model read() throws IOException {
    return read(model.xml());
  }

  private Model read(String xml) throws IOException {
    Model read = Model.read(TestModel.write(folder, xml, model.weights()));
    read.outputs();
    return read;
  }

  private void assertRefused(String xml, String problem) {
    assertThatThrownBy(() -> read(xml))
        .isInstanceOf(MalformedFileException.class)
        .hasMessageContaining(problem);
  }

  /// Runs the model; the outputs in order.
  private static List<byte[]> run(Model read, Map<String, Tensor> inputs) throws IOException {
    try (Arena arena = Arena.ofShared();
        Residence device = new HostResidence(CpuSplitter.open(1))) {
      List<Tensor> outputs = new ModelRun(read).run(device, inputs, arena);
      return outputs.stream().map(one -> one.data().toArray(ValueLayout.JAVA_BYTE)).toList();
    }
  }

  private void assertFails(Map<String, Tensor> inputs, String problem) {
    assertThatThrownBy(() -> run(read(), inputs))
        .isInstanceOf(MalformedFileException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void anotherKindOfLayerIsNamedWhereAResultDependsOnIt() throws IOException {
    var x = six();
    assertRefused(model.xml(), "the model has no Result, so there is nothing to run");
    var relu = model.other("my relu", "ReLU", x);
    model.variadic("wrong", x, model.scalar(9), model.list(1, 1), 2);
    model.result("r", x);
    assertThat(read().outputs()).hasSize(1);
    model.result("t", model.other("my tanh", "Tanh", relu));
    assertRefused(model.xml(), "layer 1 \"my relu\": ReLU cannot be run");
  }

  @Test
  void inputsThatNothingFeedsOrTheLayerCannotHaveAreNamed() {
    int split = model.split("s", six(), model.scalar(0), 2, 2);
    model.result("r", new TestModel.Out(split, 2));
    String xml = model.xml();
    int edge = xml.indexOf("<edge from-layer=\"1\"");
    assertRefused(
        xml.substring(0, edge) + xml.substring(xml.indexOf('\n', edge)),
        "\"s\": nothing is connected to its input 1");
    assertRefused(
        xml.replaceFirst("<output>", "<input><port id=\"9\"/></input><output>"),
        "layer 0 \"x\": a Parameter takes 0 inputs, and the file lists 1");
  }

  @ParameterizedTest
  @CsvSource({
    "Parameter, a Parameter gives 1 outputs",
    "Const, a Const gives 1 outputs",
    "Result, a Result gives 0 outputs"
  })
  void anOutputThatTheLayerCannotHaveIsNamed(String type, String problem) {
    boolean isResult = type.equals("Result");
    String xml =
        """
        <net version='11'><layers>
        <layer id='0' name='x' type='Parameter'><data shape='2' element_type='i8'/>
        <output><port id='0'/></output></layer>
        <layer id='1' name='odd' type='%s'>%s<output><port id='1'/><port id='2'/></output></layer>
        <layer id='2' name='r' type='Result'><input><port id='0'/></input></layer>
        </layers><edges>%s
        <edge from-layer='1' from-port='2' to-layer='2' to-port='0'/>
        </edges></net>
        """
            .formatted(
                type,
                isResult
                    ? "<input><port id='0'/></input>"
                    : "<data shape='0' element_type='i8' offset='0' size='0'/>",
                isResult ? "<edge from-layer='0' from-port='0' to-layer='1' to-port='0'/>" : "");
    assertRefused(xml, "layer 1 \"odd\": " + problem);
  }

  @TableTest(
      """
      F64 | 6,4
      F32 | 6
      F32 | 6,5
      F32 | 9,4
      """)
  void inputsMustFit(ElementType type, String shape) throws IOException {
    Model read = Model.read(model.result("r", model.parameter("x", "f32", "2..6,4")).write(folder));
    Tensor other = Tensor.allocate(type, Shape.parse(shape), Arena.ofAuto());
    String input = "input \"x\", f32 [2..6, 4] is ";
    assertThatThrownBy(() -> read.check(Map.of("x", other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(input + "given %s, which does not fit; give what the model takes", other);
    assertThatThrownBy(() -> read.check(Map.of())).hasMessage(input + "missing; give it");
  }

  private static void assertNoInput(Model read, String name, String problem) {
    assertThatThrownBy(() -> read.input(name)).hasMessageContaining(problem);
  }

  @Test
  void namesOfTensorsComeBeforeNamesOfLayers() throws IOException {
    model.result("r", model.parameter("a", "f32", "1"));
    model.result("s", model.parameter("b", "f32", "2"));
    String xml =
        model.xml().replace("names=\"a\"", "names=\"b,c\"").replace("names=\"b\"", "names=\"d\"");
    Model read = read(xml);
    assertThat(read.input("b").shape()).hasToString("[1]");
    assertThat(read.input("a").shape()).hasToString("[1]");
    assertThat(read.input("d").shape()).hasToString("[2]");
    assertNoInput(read, "e", "no inputs are named \"e\"; the model has [b, d]");
    assertThat(read.outputs()).containsExactly("b", "d");
  }

  @Test
  void inputsMayHaveOneNameOrNone() throws IOException {
    model.result("r", model.parameter("", "f32", "1"));
    assertThat(read().input("#0").shape()).hasToString("[1]");
    assertThatThrownBy(() -> read().check(Map.of()))
        .hasMessage("input \"#0\", f32 [1] is missing; give it");
    model.result("s", model.parameter("x", "f32", "1")).result("t", six());
    assertNoInput(read(), "x", "2 inputs are named \"x\"; the model has [#0, x, x]");
  }

  @Test
  void inputsThatNothingNeedsNeedNotBeGiven() throws IOException {
    model.result("r", model.scalar(7));
    assertThat(read().inputs()).isEmpty();
    assertNoInput(read(), "x", "no inputs are named \"x\"; the model has []");
    model.parameter("x", "f32", "1");
    Model read = read();
    assertThat(read.input("x").names()).containsExactly("x", "x");
    assertThat(read.input("x").isNeeded()).isFalse();
    read.check(Map.of());
    Model bare = read(model.xml().replace("<output><port id=\"0\" names=\"x\"/></output>", ""));
    assertThat(bare.input("x").names()).containsExactly("x");
  }

  @TableTest(
      """
      names="x" | ''       | r
      name="r"  | names="" | result0
      name="r"  | 'output_names="y\\,z,q"' | y,z
      """)
  void resultsWithoutNamesGetOne(String from, String to, String name) throws IOException {
    model.result("r", model.parameter("x", "f32", "1"));
    String xml = model.xml().replace(from, to);
    Model read = read(name.equals("result0") ? xml.replace("names=\"x\"", "") : xml);
    assertThat(read.outputs()).containsExactly(name);
  }

  @Test
  void stringsHaveNoPlaceOnADevice() {
    model.result("r", model.constant("string", "1", new byte[] {1, 0, 0, 0}));
    assertFails(Map.of(), "layer 0 \"const0\": its elements are strings");
  }

  /// The axis is an input of the model here, of which nobody knew before.
  @TableTest(
      """
      f32 | ''  | axis must be of an integer type; f32
      i64 | 2   | axis must be a scalar
      """)
  void anAxisThatIsNoneIsNamed(String type, String shape, String problem) {
    int split = model.split("s", six(), model.parameter("axis", type, "..."), 2, 2);
    model.result("a", new TestModel.Out(split, 2));
    Tensor wrong = tensor(ElementType.parse(type), shape, new byte[shape.isEmpty() ? 4 : 16]);
    assertFails(Map.of("x", six, "axis", wrong), "layer 2 \"s\": " + problem);
  }

  @Test
  void moreLengthsThanThereMayBePartsAreNotRead() {
    var lengths = model.parameter("lengths", "u8", "...");
    int split = model.variadic("s", six(), model.scalar(0), lengths, 1);
    model.result("a", new TestModel.Out(split, 3));
    Tensor many = tensor(ElementType.U8, "16777217", new byte[16_777_217]);
    assertFails(Map.of("x", six, "lengths", many), "at most 16777216 parts");
  }

  @Test
  void anOutputThatTheLengthsDoNotMakeIsNoMatterUntilItIsUsed() throws IOException {
    var lengths = model.parameter("lengths", "i64", "?");
    int split = model.variadic("s", six(), model.scalar(0), lengths, 3);
    model.result("a", new TestModel.Out(split, 4));
    Map<String, Tensor> inputs =
        Map.of("x", six, "lengths", tensor(ElementType.I64, "2", TestModel.longs(4, 2)));
    assertThat(run(read(), inputs)).containsExactly(new byte[] {5, 6});
    model.result("b", new TestModel.Out(split, 5));
    assertFails(inputs, "\"s\": it makes 2 parts, and output 2 is used; correct the lengths");
  }

  /// The data is closed when it is split, and fails; then so do all parts.
  @Test
  void whatCannotBeClosedLeavesNothingElseOpen() throws IOException {
    int split = model.split("s", six(), model.scalar(0), 3, 3);
    for (int i = 2; i < 5; i++) {
      model.result("r" + i, new TestModel.Out(split, i));
    }
    Model read = read();
    List<OpenClException> failures = new ArrayList<>();
    try (Arena arena = Arena.ofShared();
        CountingResidence device = new CountingResidence(new HostResidence(CpuSplitter.open(1)))) {
      device.failToClose(
          () -> {
            failures.add(new FailedCallException("clReleaseMemObject", -5, "a test"));
            throw failures.getLast();
          });
      Throwable thrown =
          catchThrowable(() -> new ModelRun(read).run(device, Map.of("x", six), arena));
      assertThat(device.open()).isZero();
      assertThat(failures).hasSize(4).first().isSameAs(thrown);
      assertThat(thrown.getSuppressed()).containsExactlyElementsOf(failures.subList(1, 4));
    }
  }

  @Test
  void weightsThatShrinkMeanwhileAreNamed() throws IOException {
    int split = model.split("s", six(), model.scalar(0), 2, 2);
    model.result("a", new TestModel.Out(split, 2));
    Model read = read();
    Path bin = Files.write(folder.resolve("model.bin"), new byte[7]);
    assertThatIOException()
        .isThrownBy(() -> run(read, Map.of("x", six)))
        .withMessage("cannot read %s: it has become shorter; read the model again", bin);
    assertThatIOException().isThrownBy(read::splits).withMessageContaining("shorter");
  }
}

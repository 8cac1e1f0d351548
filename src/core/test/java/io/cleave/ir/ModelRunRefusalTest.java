package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.Tensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What cannot be run, and in which words; and how inputs and outputs are named.
class ModelRunRefusalTest {
  @TempDir Path folder = Path.of("");
  private final TestModel model = new TestModel();

  /// The model, which can be run.
  private Model run() throws IOException {
    Model read = Model.read(model.write(folder));
    read.outputs();
    return read;
  }

  @Test
  void anotherKindOfLayerIsNamed() throws IOException {
    var x = model.parameter("x", "f32", "6");
    var relu = model.other("my relu", "ReLU", x);
    model.result("r", model.other("my tanh", "Tanh", relu));
    assertThatThrownBy(this::run).hasMessageContaining("layer 1 \"my relu\": ReLU cannot be run");
  }

  @Test
  void whatNoResultDependsOnIsOfNoMatter() throws IOException {
    var x = model.parameter("x", "f32", "6");
    model.other("relu", "ReLU", x);
    model.variadic("wrong", x, model.scalar(9), model.list(1, 1), 2);
    model.result("r", x);
    assertThat(run().outputs()).hasSize(1);
  }

  @Test
  void aModelWithoutResultsHasNothingToRun() {
    model.parameter("x", "f32", "6");
    assertThatThrownBy(this::run).hasMessageContaining("no Result");
  }

  @Test
  void anInputThatNothingFeedsIsNamed() throws IOException {
    var x = model.parameter("x", "f32", "6");
    int split = model.split("s", x, model.scalar(0), 2, 2);
    model.result("r", new TestModel.Out(split, 2));
    String xml = model.xml();
    int edge = xml.indexOf("<edge from-layer=\"1\"");
    String cut = xml.substring(0, edge) + xml.substring(xml.indexOf('\n', edge));
    Path file = TestModel.write(folder, cut, TestModel.longs(0));
    assertThatThrownBy(() -> Model.read(file).outputs())
        .hasMessageContaining("\"s\": nothing is connected to its input 1");
    assertThat(Model.read(file).splits().getFirst().findings().toString())
        .contains("nothing is connected to its input 1");
  }

  @Test
  void anInputThatTheLayerCannotHaveIsNamed() throws IOException {
    model.result("r", model.parameter("x", "f32", "6"));
    String xml = model.xml().replace("<output>", "<input><port id=\"9\"/></input><output>");
    Path file = TestModel.write(folder, xml, new byte[0]);
    assertThatThrownBy(() -> Model.read(file).outputs())
        .isInstanceOf(BadModelException.class)
        .hasMessageContaining("layer 0 \"x\": a Parameter takes 0 inputs, and the file lists 1");
  }

  @ParameterizedTest
  @CsvSource({
    "Parameter, a Parameter gives 1 outputs",
    "Const, a Const gives 1 outputs",
    "Result, a Result gives 0 outputs"
  })
  void anOutputThatTheLayerCannotHaveIsNamed(String type, String problem) throws IOException {
    String data = "<data shape='2' element_type='i8' offset='0' size='2'/>";
    String ports = "<output><port id='1'/><port id='2'/></output>";
    boolean isResult = type.equals("Result");
    String xml =
        """
        <net version='11'><layers>
        <layer id='0' name='x' type='Parameter'><data shape='2' element_type='i8'/>
        <output><port id='0'/></output></layer>
        <layer id='1' name='odd' type='%s'>%s%s%s</layer>
        <layer id='2' name='r' type='Result'><input><port id='0'/></input></layer>
        </layers><edges>%s
        <edge from-layer='1' from-port='2' to-layer='2' to-port='0'/>
        </edges></net>
        """
            .formatted(
                type,
                isResult ? "" : data,
                isResult ? "<input><port id='0'/></input>" : "",
                ports,
                isResult ? "<edge from-layer='0' from-port='0' to-layer='1' to-port='0'/>" : "");
    Model read = Model.read(TestModel.write(folder, xml, new byte[2]));
    assertThatThrownBy(read::outputs)
        .isInstanceOf(BadModelException.class)
        .hasMessageContaining("layer 1 \"odd\": " + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          F64 | 6,4   | which does not fit
          F32 | 6     | which does not fit
          F32 | 6,5   | which does not fit
          F32 | 9,4   | which does not fit
          """)
  void inputsMustFit(ElementType type, String shape, String problem) throws IOException {
    model.result("r", model.parameter("x", "f32", "2..6,4"));
    Model run = run();
    try (Arena arena = Arena.ofConfined()) {
      Tensor tensor = Tensor.allocate(type, Shape.parse(shape), arena);
      assertThatThrownBy(() -> run.check(Map.of("x", tensor)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("input \"x\", f32 [2..6, 4] is given")
          .hasMessageContaining(problem);
    }
    assertThatThrownBy(() -> run.check(Map.of()))
        .hasMessageContaining("input \"x\", f32 [2..6, 4] is missing");
  }

  @Test
  void namesOfTensorsComeBeforeNamesOfLayers() throws IOException {
    model.result("r", model.parameter("a", "f32", "1"));
    model.result("s", model.parameter("b", "f32", "2"));
    String xml =
        model.xml().replace("names=\"a\"", "names=\"b,c\"").replace("names=\"b\"", "names=\"d\"");
    Model run = Model.read(TestModel.write(folder, xml, new byte[0]));
    assertThat(run.input("b").shape()).hasToString("[1]");
    assertThat(run.input("a").shape()).hasToString("[1]");
    assertThat(run.input("d").shape()).hasToString("[2]");
    assertThatThrownBy(() -> run.input("e"))
        .hasMessageContaining("no inputs are named \"e\"")
        .hasMessageContaining("the model has [b, d]");
    assertThat(run.outputs()).containsExactly("b", "d");
  }

  @Test
  void anInputWithoutANameIsCalledByItsId() throws IOException {
    model.result("r", model.parameter("", "f32", "1"));
    Model run = run();
    assertThatThrownBy(() -> run.check(Map.of()))
        .hasMessage("input \"#0\", f32 [1] is missing; give it");
    assertThat(run.input("#0").shape()).hasToString("[1]");
  }

  @Test
  void aNameThatSeveralInputsHaveIsAmbiguous() throws IOException {
    model.result("r", model.parameter("x", "f32", "1"));
    model.result("s", model.parameter("x", "f32", "2"));
    Model run = run();
    assertThatThrownBy(() -> run.input("x"))
        .hasMessageContaining("2 inputs are named \"x\"; the model has [x, x]");
  }

  @Test
  void aModelMayHaveNoInputs() throws IOException {
    model.result("r", model.scalar(7));
    Model run = run();
    assertThat(run.inputs()).isEmpty();
    assertThatThrownBy(() -> run.input("x"))
        .hasMessageContaining("no inputs are named \"x\"; the model has []");
  }

  @Test
  void inputsThatNothingNeedsNeedNotBeGiven() throws IOException {
    model.result("r", model.scalar(7));
    model.parameter("x", "f32", "1");
    Path file = model.write(folder);
    String bare = model.xml().replace("<output><port id=\"0\" names=\"x\"/></output>", "");
    Model run = Model.read(file);
    assertThat(run.input("x").names()).containsExactly("x", "x");
    assertThat(run.input("x").isNeeded()).isFalse();
    run.check(Map.of());
    Model portless = Model.read(TestModel.write(folder, bare, new byte[8]));
    assertThat(portless.input("x").names()).containsExactly("x");
  }

  @Test
  void resultsWithoutNamesGetOne() throws IOException {
    model.result("r", model.parameter("x", "f32", "1"));
    String bare = model.xml().replace("names=\"x\"", "");
    Path file = TestModel.write(folder, bare, new byte[0]);
    assertThat(Model.read(file).outputs().getFirst()).isEqualTo("r");
    TestModel.write(folder, bare.replace("name=\"r\"", ""), new byte[0]);
    assertThat(Model.read(file).outputs().getFirst()).isEqualTo("result0");
    TestModel.write(
        folder, model.xml().replace("name=\"r\"", "output_names=\"y\\,z,q\""), new byte[0]);
    assertThat(Model.read(file).outputs().getFirst()).isEqualTo("y,z");
  }
}

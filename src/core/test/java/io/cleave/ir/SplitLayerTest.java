package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a split tells of itself, and for which data it can be planned.
class SplitLayerTest {
  @TempDir private Path folder;
  private final TestModel model = new TestModel();

  private SplitLayer only() throws IOException {
    return Model.read(model.write(folder)).splits().getFirst();
  }

  @Test
  void twoNumbersAreNoAxis() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.variadic("s", x, model.list(0, 1), model.list(2, 4), 2);
    SplitLayer split = only();
    assertThat(split.operation().axis().values()).containsExactly(0, 1);
    assertThat(split.findings().toString()).contains("axis must be a scalar or of shape [1]");
  }

  @Test
  void stringsHaveNoBytes() throws IOException {
    var x = model.parameter("x", "string", "4");
    int id = model.split("s", x, model.scalar(0), 2, 2);
    model.result("r", new TestModel.Out(id, 2));
    SplitLayer split = only();
    assertThat(split.plan()).isPresent();
    assertThat(split.findings().toString()).contains("does not take string elements");
  }

  @Test
  void aSplitIntoEqualPartsTakesNoLengths() throws IOException {
    model.split("s", model.parameter("x", "f32", "6,4"), model.scalar(0), 2, 2);
    SplitLayer split = only();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> split.withLengths(3, 3))
        .withMessage("layer 2 \"s\" is a Split, which takes no lengths; leave them out");
    assertThat(split.plan(Layout.of(ElementType.F32, 6, 4)).lengths()).containsExactly(3, 3);
  }

  @Test
  void dataThatTheModelCannotGiveIsRefused() throws IOException {
    model.split("s", model.parameter("x", "f32", "6,4"), model.scalar(0), 2, 2);
    SplitLayer split = only();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> split.plan(Layout.of(ElementType.F32, 6, 5)))
        .withMessageEndingWith("splits f32 [6, 4]; the data is f32 [6, 5], which it cannot get");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> split.plan(Layout.of(ElementType.F16, 6, 4)))
        .withMessageEndingWith("splits f32 [6, 4]; the data is f16 [6, 4], which it cannot get");
  }

  @Test
  void dataOfAnyTypeFitsWhereTheModelNamesNone() throws IOException {
    var relu = model.other("relu", "ReLU", model.parameter("x", "f32", "6,4"));
    int id = model.split("s", relu, model.scalar(0), 2, 2);
    String ranked = model.xml().replace("<port id=\"1\" names=\"relu.0\"/>", port(1, 6, 4));
    SplitLayer split = Model.read(TestModel.write(folder, ranked, TestModel.longs(0))).split("s");
    assertThat(split.id()).isEqualTo(id);
    assertThat(split.type()).isEmpty();
    assertThat(split.plan(Layout.of(ElementType.U8, 6, 4)).partCount()).isEqualTo(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> split.plan(Layout.of(ElementType.U8, 6)))
        .withMessageEndingWith(
            "splits data of shape [6, 4]; the data is u8 [6], which it cannot get");
  }

  @Test
  void aPortThatContradictsIsNoted() throws IOException {
    model.split("s", model.parameter("x", "f32", "6,4"), model.scalar(0), 2, 2);
    String odd = model.xml().replace("<input><port id=\"0\"/>", "<input>" + port(0, 7, 4));
    SplitLayer split = Model.read(TestModel.write(folder, odd, TestModel.longs(0))).split("s");
    assertThat(split.isSound()).isTrue();
    assertThat(split.operation().data()).hasToString("[6, 4]");
    assertThat(split.findings().toString())
        .contains("note: its port says [7, 4], which OpenVINO ignores as we do");
  }

  @Test
  void anInputThatIsNotListedIsNotConnected() throws IOException {
    model.split("s", model.parameter("x", "f32", "6,4"), model.scalar(0), 2, 2);
    String xml = model.xml().replace("<port id=\"1\"/></input>", "</input>");
    int edge = xml.indexOf("<edge from-layer=\"1\"");
    String cut = xml.substring(0, edge) + xml.substring(xml.indexOf('\n', edge));
    SplitLayer split = Model.read(TestModel.write(folder, cut, TestModel.longs(0))).split("s");
    assertThat(split.findings()).containsExactly("refused: nothing is connected to its input 1");
  }

  private static String port(int id, int rows, int columns) {
    return "<port id=\"%s\"><dim>%s</dim><dim>%s</dim></port>".formatted(id, rows, columns);
  }
}

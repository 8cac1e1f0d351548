package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.ir.weights.Constant;
import io.cleave.ir.weights.ConstantReader;
import io.cleave.plan.ElementType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How often constants are read.
class ConstantReaderTest {
  private static final int SPLITS = 1000;

  @TempDir Path folder = Path.of("");
  private final TestModel model = new TestModel();

  /// The layers that were read, one entry for each time.
  private final List<String> read = new ArrayList<>();

  private List<SplitLayer> splits() throws IOException {
    Model written = Model.read(model.write(folder));
    ConstantReader counting =
        new ConstantReader(
            (constant, type) -> {
              read.add(name(written, constant));
              return written.weights().read(constant, type);
            });
    Surplus surplus = new Surplus();
    return Inference.splits(written, written.graph(), _ -> surplus, counting);
  }

  private static String name(Model model, Constant constant) {
    return model.graph().layers().stream()
        .filter(layer -> layer.kind() == LayerKind.CONSTANT)
        .filter(layer -> Constants.of(model, layer).equals(constant))
        .map(Layer::name)
        .collect(Collectors.joining());
  }

  @Test
  void oneAxisAndOneListOfLengthsServeAChain() throws IOException {
    TestModel.Out x = model.parameter("x", "f32", "6,4");
    TestModel.Out axis = model.scalar(0);
    TestModel.Out lengths = model.list(-1, 0);
    for (int i = 0; i < SPLITS; i++) {
      x = new TestModel.Out(model.variadic("s" + i, x, axis, lengths, 2), 3);
    }
    assertThat(splits())
        .hasSize(SPLITS)
        .allSatisfy(split -> assertThat(split.plan()).isPresent())
        .allSatisfy(split -> assertThat(split.axis().values()).containsExactly(0));
    assertThat(read).containsExactlyInAnyOrder("const1", "const2");
  }

  @Test
  void constantsThatCannotBeUsedAreNotReadAgain() throws IOException {
    TestModel.Out x = model.parameter("x", "f32", "6,4");
    TestModel.Out axis = model.constant("u64", "", TestModel.longs(-1));
    for (int i = 0; i < SPLITS; i++) {
      model.split("s" + i, x, axis, 2, 2);
    }
    assertThat(splits())
        .hasSize(SPLITS)
        .allSatisfy(
            split ->
                assertThat(split.findings().toString()).contains("18446744073709551615 is larger"));
    assertThat(read).containsExactly("const1");
  }

  @Test
  void aConstantThatIsSplitItselfIsReadOnce() throws IOException {
    TestModel.Out x = model.parameter("x", "f32", "6,4");
    TestModel.Out axis = model.constant("i32", "1", TestModel.integers(ElementType.I32, 0));
    model.variadic("axes", axis, axis, model.list(1), 1);
    model.variadic("s", x, axis, model.list(6), 1);
    assertThat(splits()).allMatch(SplitLayer::isSound);
    assertThat(read).containsExactlyInAnyOrder("const1", "const2", "const4");
  }

  @Test
  void whatNoSplitUsesIsNotRead() throws IOException {
    TestModel.Out x = model.parameter("x", "f32", "6,4");
    model.other("relu", "ReLU", model.list(1, 2, 3));
    model.split("s", x, model.scalar(0), 2, 2);
    assertThat(splits()).hasSize(1);
    assertThat(read).containsExactly("const3");
  }

  @Test
  void whatNoAxisCanBeIsNotRead() throws IOException {
    TestModel.Out axis = model.scalar(0);
    model.split("reals", model.constant("f32", "6", new byte[24]), axis, 2, 2);
    model.split("many", model.constant("u8", "257", new byte[257]), axis, 1, 1);
    model.split("few", model.constant("u8", "256", new byte[256]), axis, 1, 1);
    assertThat(splits()).hasSize(3).allMatch(SplitLayer::isSound);
    assertThat(read).containsExactlyInAnyOrder("const0", "const5");
  }
}

package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Models whose `.bin` file does not exist.
class MissingWeightsTest {
  private static final Path MODELS =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "ir");

  @TempDir Path folder = Path.of("");
  private final TestModel model = new TestModel();

  private Model written() throws IOException {
    Path file = model.write(folder);
    Files.delete(folder.resolve("model.bin"));
    return Model.read(file);
  }

  private Model copied(String name) throws IOException {
    String file = name + ".xml";
    return Model.read(Files.copy(MODELS.resolve(file), folder.resolve(file)));
  }

  @Test
  void thePortsSayWhatTheyKnow() throws IOException {
    Model network = copied("network");
    assertThat(network.missingWeights()).contains(folder.resolve("network.bin"));
    SplitLayer split = network.split("block/split");
    assertThat(split.operation().axis().isKnown()).isFalse();
    assertThat(split.operation().lengths().orElseThrow())
        .isEqualTo(IntegerInput.unknown(ElementType.I64, PartialShape.of(3)));
    assertThat(split.outputs().toString()).contains("[1, 8, 4]", "[1, 4, 4]");
    assertThat(split.plan()).isEmpty();
    assertThat(split.isSound()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"chain", "heads", "network", "optimizer-v10", "split-1", "variadic-split-1"})
  void theSameSplitsAreListed(String name) throws IOException {
    List<SplitLayer> known = Model.read(MODELS.resolve(name + ".xml")).splits();
    List<SplitLayer> splits = copied(name).splits();
    assertThat(splits).hasSameSizeAs(known);
    for (int i = 0; i < splits.size(); i++) {
      SplitLayer split = splits.get(i);
      assertThat(split.name()).isEqualTo(known.get(i).name());
      assertThat(split.operation().count()).isEqualTo(known.get(i).operation().count());
      assertThat(split.operation().axis().isKnown()).isFalse();
      assertThat(split.outputs()).hasSameSizeAs(known.get(i).outputs());
      assertThat(Facts.agree(split.operation().data(), known.get(i).operation().data())).isTrue();
      assertThat(split.isSound()).isTrue();
    }
  }

  @Test
  void whatComesFromPortsIsSaidToDo() throws IOException {
    SplitLayer again = copied("heads").splits().getLast();
    assertThat(again.operation().data().isRankKnown()).isTrue();
    assertThat(again.isInferred()).isFalse();
  }

  @Test
  void theCountOfLengthsIsStillKnown() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.variadic("s", x, model.scalar(0), model.list(1, 2, 3), 2);
    SplitLayer split = written().splits().getFirst();
    assertThat(split.outputs()).hasSize(2);
    assertThat(split.findings().toString()).contains("makes 3 parts");
  }

  @Test
  void valuesMayBeGivenInstead() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.variadic("s", x, model.scalar(0), model.list(2, 4), 2);
    SplitLayer split = written().split("s");
    Layout data = Layout.of(ElementType.F32, 6, 4);
    assertThatThrownBy(() -> split.plan(data))
        .hasMessage("the axis of layer 3 \"s\" is not known before the model runs; give it");
    assertThatThrownBy(() -> split.withAxis(0).plan(data)).hasMessageContaining("the lengths of ");
    SplitLayer lengths = split.withLengths(2, 4);
    assertThatThrownBy(() -> lengths.plan(data)).hasMessageContaining("the axis of ");
    assertThat(lengths.withAxis(0).plan(data).partCount()).isEqualTo(2);
  }

  @Test
  void aRunThatNeedsConstantsIsRefused() throws IOException {
    Model heads = copied("heads");
    assertThatThrownBy(() -> heads.outputs())
        .isInstanceOf(BadModelException.class)
        .hasMessageContaining("its data is in " + folder.resolve("heads.bin"))
        .hasMessageContaining("which does not exist");
    Model network = copied("network");
    assertThatThrownBy(() -> network.outputs()).hasMessageContaining("Convolution cannot be run");
  }

  @Test
  void aRunThatNeedsNoneIsNot() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.split("unused", x, model.scalar(0), 2, 2);
    model.result("r", x);
    Model bare = written();
    assertThat(bare.missingWeights()).isPresent();
    assertThat(bare.outputs()).hasSize(1);
  }

  @Test
  void constantsWithoutDataNeedNoFile() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.result("r", model.constant("i64", "0", new byte[0])).result("s", x);
    Model bare = written();
    assertThat(bare.missingWeights()).isEmpty();
    assertThat(bare.outputs()).hasSize(2);
  }

  @Test
  void aFileThatIsThereIsNotMissing() throws IOException {
    assertThat(Model.read(MODELS.resolve("network.xml")).missingWeights()).isEmpty();
  }
}

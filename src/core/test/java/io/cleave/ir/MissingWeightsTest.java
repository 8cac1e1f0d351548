package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.ir.infer.Shapes;
import io.cleave.operation.IntegerInput;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  private static MissingValues missing(SplitLayer split) {
    return split.missing().orElseThrow();
  }

  @Test
  void thePortsSayWhatTheyKnow() throws IOException {
    Model network = copied("network");
    assertThat(network.missingWeights()).contains(folder.resolve("network.bin"));
    SplitLayer split = network.split("block/split");
    assertThat(missing(split))
        .isEqualTo(new MissingValues(folder.resolve("network.bin"), true, true));
    assertThat(split.axis()).isEqualTo(IntegerInput.unknown(ElementType.I64, split.axis().shape()));
    assertThat(split.lengthsByPorts()).contains(IntegerInput.vector(ElementType.I64, 8, 4, 4));
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
      assertThat(split.layer().path()).isEqualTo(known.get(i).layer().path());
      assertThat(split.numSplits()).isEqualTo(known.get(i).numSplits());
      assertThat(missing(split).axis()).isTrue();
      assertThat(split.outputs()).hasSameSizeAs(known.get(i).outputs());
      assertThat(Shapes.agree(split.shape(), known.get(i).shape())).isTrue();
      assertThat(split.isSound()).isTrue();
    }
  }

  @Test
  void whatComesFromPortsIsSaidToDo() throws IOException {
    SplitLayer again = copied("heads").splits().getLast();
    assertThat(again.shape().isRankKnown()).isTrue();
    assertThat(again.origin()).isEqualTo(Origin.PORTS);
  }

  @Test
  void whatIsComputedIsNotMissing() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    var axis = model.other("convert", "Convert", model.scalar(0));
    model.variadic("s", x, axis, model.list(2, 4), 2);
    model.split("t", x, axis, 2, 2);
    List<SplitLayer> splits = written().splits();
    assertThat(missing(splits.get(0)).axis()).isFalse();
    assertThat(missing(splits.get(0)).lengths()).isTrue();
    assertThat(splits.get(0).lengthsByPorts()).isEmpty();
    assertThat(splits.get(1).missing()).isEmpty();
  }

  @Test
  void whatSplitsOfConstantsGiveIsMissing() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    var numbers = model.list(0, 2, -1);
    int both = model.variadic("both", numbers, model.scalar(0), model.list(1, 2), 2);
    model.variadic("s", x, new TestModel.Out(both, 3), new TestModel.Out(both, 4), 2);
    var computed = model.other("convert", "Convert", model.scalar(0));
    int open = model.variadic("open", numbers, computed, model.list(1, 2), 2);
    model.variadic("t", x, new TestModel.Out(open, 3), new TestModel.Out(open, 4), 2);
    List<SplitLayer> splits = written().splits();
    assertThat(missing(splits.get(1)).options()).isEqualTo("--axis and --lengths");
    assertThat(splits.get(3).missing()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, false", "2, true"})
  void portsTellTheLengthsWhereTheirCountIsThat(int count, boolean tell) throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.variadic("s", x, model.scalar(0), model.list(new long[count]), 2);
    String xml = model.xml();
    for (int part = 0; part < 2; part++) {
      String port = "<port id=\"%s\" names=\"s.%s\"".formatted(3 + part, part);
      xml = xml.replace(port + "/>", port + "><dim>3</dim><dim>4</dim></port>");
    }
    SplitLayer split = Model.read(Files.writeString(folder.resolve("model.xml"), xml)).split("s");
    assertThat(missing(split).lengths()).isTrue();
    assertThat(split.lengthsByPorts().isPresent()).isEqualTo(tell);
  }

  @Test
  void theCountOfLengthsIsStillKnown() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.variadic("s", x, model.scalar(0), model.list(1, 2, 3), 2);
    SplitLayer split = written().splits().getFirst();
    assertThat(split.outputs()).hasSize(3);
    assertThat(split.findings().toString()).contains("makes 3 parts");
  }

  @Test
  void valuesMayBeGivenInstead() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.variadic("s", x, model.scalar(0), model.list(2, 4), 2);
    SplitLayer split = written().split("s");
    String file = "model.bin, which does not exist; put it beside the .xml file, or use ";
    assertThatThrownBy(() -> split.plan(Shape.of(6, 4), ElementType.F32))
        .hasMessageStartingWith("layer 3 \"s\": its axis and lengths are in ")
        .hasMessageEndingWith(file + "--axis and --lengths");
    assertThatThrownBy(() -> split.withAxis(0).plan(Shape.of(6, 4), ElementType.F32))
        .hasMessageContaining("its lengths are in ")
        .hasMessageEndingWith(file + "--lengths");
    SplitLayer lengths = split.withLengths(2, 4);
    assertThatThrownBy(() -> lengths.plan(Shape.of(6, 4), ElementType.F32))
        .hasMessageContaining("its axis is in ")
        .hasMessageEndingWith(file + "--axis");
    assertThat(lengths.withAxis(0).plan(Shape.of(6, 4), ElementType.F32).partCount()).isEqualTo(2);
  }

  @Test
  void aRunThatNeedsConstantsIsRefused() throws IOException {
    Model heads = copied("heads");
    assertThatThrownBy(() -> ModelRun.of(heads))
        .isInstanceOf(BadModelException.class)
        .hasMessageContaining("its data is in " + folder.resolve("heads.bin"))
        .hasMessageContaining("which does not exist");
    Model network = copied("network");
    assertThatThrownBy(() -> ModelRun.of(network))
        .hasMessageContaining("Convolution cannot be run");
  }

  @Test
  void aRunThatNeedsNoneIsNot() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.split("unused", x, model.scalar(0), 2, 2);
    model.result("r", x);
    Model bare = written();
    assertThat(bare.missingWeights()).isPresent();
    assertThat(ModelRun.of(bare).outputs()).hasSize(1);
  }

  @Test
  void constantsWithoutDataNeedNoFile() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    model.result("r", model.constant("i64", "0", new byte[0])).result("s", x);
    Model bare = written();
    assertThat(bare.missingWeights()).isEmpty();
    assertThat(ModelRun.of(bare).outputs()).hasSize(2);
  }

  @Test
  void aFileThatIsThereIsNotMissing() throws IOException {
    assertThat(Model.read(MODELS.resolve("network.xml")).missingWeights()).isEmpty();
    assertThat(Model.read(MODELS.resolve("network.xml")).splits())
        .allMatch(split -> split.missing().isEmpty())
        .allMatch(split -> split.lengthsByPorts().isEmpty());
  }
}

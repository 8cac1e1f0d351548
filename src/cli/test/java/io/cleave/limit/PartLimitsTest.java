package io.cleave.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.TableTest;
import io.cleave.cli.Cli;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ZipBytes;
import io.cleave.ir.TestModel;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What would be cut into more parts than it may is refused before it is planned.
class PartLimitsTest {
  /// More than a plan holds: who plans it first is refused for that.
  private static final long FAR = 1L << 40;

  @TempDir private Path folder = Path.of("");

  private void writeArray(long... shape) throws IOException {
    Files.write(folder.resolve("x.npy"), NpyBytes.ofBytes(shape));
  }

  private Cli run(String command) {
    return Cli.run(folder, command);
  }

  private void refused(Cli run, long parts, long limit) {
    run.refused(
        "would be cut into %s parts, more than the limit of %s; if that is meant, raise the limit of parts to %s with --limit"
            .formatted(parts, limit, parts));
    assertThat(run.out()).isEmpty();
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @TableTest(
      """
      --chunks-of 1             | 16777216      | 1000
      --chunks-of 3             | 5592406       | 1000
      --equal 16777216          | 16777216      | 1000
      --nearly-equal 16777215   | 16777215      | 1000
      --lengths 1,2,3           | 3             | 2
      --at 3,2,1                | 4             | 3
      """)
  void partsAreCountedBeforeTheyArePlanned(String way, long parts, long limit) throws IOException {
    writeArray(0, SplitPlan.MAX_PARTS);
    String cut = " --axis -1 %s --limit parts=%s".formatted(way, limit);
    refused(run("split ./x.npy --out ./out" + cut), parts, limit);
    refused(run("explain ./x.npy" + cut), parts, limit);
    refused(run("explain --type u8 --shape 0," + SplitPlan.MAX_PARTS + cut), parts, limit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--chunks-of 1", "--equal 1099511627776", "--nearly-equal 1099511627776"})
  void moreThanAPlanHoldsIsRefused(String way) throws IOException {
    writeArray(0, FAR);
    run("explain ./x.npy --axis -1 --limit parts=9 " + way)
        .refused("a plan holds at most 16777216 parts, not 1099511627776");
  }

  @ParameterizedTest
  @CsvSource({
    "--axis 2 --chunks-of 1, axis 2 must lie in -2..1",
    "--axis -3 --chunks-of 1, axis -3 must lie in -2..1",
    "--axis 0 --chunks-of 0, a chunk must be 1 or more long",
    "--axis 0 --chunks-of 1, into 4 parts",
  })
  void whatIsWrongOtherwiseIsStillSaid(String cut, String reason) throws IOException {
    writeArray(4, 0);
    assertThat(run("explain ./x.npy --limit parts=1 " + cut).err()).contains(reason);
    assertThat(run("explain ./x.npy --axis 1 --chunks-of 9 --limit parts=1").code()).isZero();
    assertThat(run("explain ./x.npy --axis 0 --chunks-of 1 --limit parts=4").code()).isZero();
  }

  @Test
  void allTensorsOfAFileCount() throws IOException {
    byte[] member = NpyBytes.ofBytes(4, 0);
    Path npz = folder.resolve("x.npz");
    Files.write(npz, ZipBytes.deflated(Map.of("a.npy", member, "b.npy", member)));
    for (String command : List.of("split ./x.npz --out ./out", "explain ./x.npz")) {
      refused(run(command + " --axis 0 --chunks-of 1 --limit parts=7"), 8, 7);
      assertThat(run(command + " --axis 0 --chunks-of 1 --limit parts=3").err())
          .contains("it would be cut into 4 parts, more than the limit of 3");
    }
    assertThat(run("explain ./x.npz --axis 0 --chunks-of 1 --limit parts=8").code()).isZero();
  }

  /// Both splits of a model: one into equal parts, one of a part of that.
  private void writeModel(long parts) throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "4,6");
    int equal = model.split("s", x, model.scalar(1), parts, 2);
    TestModel.Out half = new TestModel.Out(equal, 2);
    int again = model.variadic("v", half, model.scalar(0), model.list(1, 1, -1), 3);
    model.result("r", new TestModel.Out(again, 3));
    assertThat(model.write(folder)).hasFileName("model.xml");
    writeArray(4, 6);
  }

  @Test
  void theSplitsOfAModelAreCountedBeforeTheyArePlanned() throws IOException {
    String run = "run ./model.xml --device cpu --out ./out --limit parts=";
    String whole = " --input x=./x.npy";
    writeModel(2);
    refused(run(run + 4 + whole), 5, 4);
    refused(run(run + 1 + whole), 2, 1);
    writeModel(FAR);
    refused(run(run + 9 + whole), FAR, 9);
    refused(run(run + 2 + " --data ./x.npy --layer s"), FAR, 2);
    refused(run(run + 2 + " --data ./x.npy --layer v"), 3, 2);
    writeModel(2);
    assertThat(run(run + 5 + whole).code()).isZero();
  }
}

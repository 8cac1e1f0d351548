package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.ir.TestModel;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `cleave ir`: the splits of a model, in words, as JSON, drawn.
class IrCommandTest {
  private static final String NETWORK = "ir test-data/ir/network.xml";

  @TempDir private Path folder;

  private Cli run(String command) {
    return Cli.run(folder, command);
  }

  private static JsonValue firstSplit(Cli run) {
    return run.json().require("splits").items().getFirst();
  }

  @Test
  void listsEverySplit() {
    Cli run = run(NETWORK).succeeded();
    assertThat(run.out().lines())
        .contains(
            "block/split  VariadicSplit  f32 [1, 16, 4] (ports)  axis 1  lengths [8, -1, 4]  192"
                + " bytes moved",
            "  part 1  [1, 4, 4]  64 bytes, contiguous  -> gate:0    \"middle\"",
            "  part 2  [1, 4, 4]  64 bytes, contiguous  unused    \"right\"",
            "3 splits, 0 wrong, 5 unused outputs")
        .anyMatch(line -> line.startsWith("branch/then_body/split  "))
        .anyMatch(line -> line.startsWith("branch/else_body/split  Split  "));
    assertThat(run("ir test-data/ir/wrong.xml").out())
        .contains("(negative-rest)", "(outside-interval)", "(float-division)", "4 splits, 4 wrong");
  }

  @Test
  void speaksJson() {
    Cli run = run("ir test-data/ir/chain.xml --json");
    assertThat(run.json().require("splits").items()).hasSize(3);
    JsonValue qkv = firstSplit(run);
    assertThat(qkv.require("shape")).hasToString("[\"1..8\",12,\"?\"]");
    assertThat(qkv.require("lengths")).hasToString("null");
    JsonValue part = qkv.require("outputs").items().getFirst();
    assertThat(part.require("consumers").toString()).contains("q_again");
    Cli network = run(NETWORK + " --json");
    assertThat(network.json().require("missingWeights")).hasToString("null");
    assertThat(firstSplit(network).require("lengths")).hasToString("[8,-1,4]");
    assertThat(firstSplit(network).require("bytesMoved")).hasToString("192");
  }

  @Test
  void drawsOneSplit() throws IOException {
    Cli run = run(NETWORK + " --layer block/split --svg ./split.svg").succeeded();
    assertThat(run.out()).contains("1 split, 0 wrong, 1 unused output");
    assertThat(Files.readString(folder.resolve("split.svg")))
        .startsWith("<svg")
        .contains("left", "middle");
    assertThat(run(NETWORK + " --svg ./split.svg").err()).contains("say which with --layer");
    run("ir test-data/ir/chain.xml --layer qkv --svg ./split.svg")
        .refused("layer 30 \"qkv\" cannot be drawn");
  }

  @ParameterizedTest
  @CsvSource({"model.xml", "model.bin"})
  void aDrawingNeverReplacesTheModel(String own) throws IOException {
    writeModel(1, 2, -1);
    byte[] before = Files.readAllBytes(folder.resolve(own));
    run("ir ./model.xml --layer asked --svg ./" + own).refused("would replace an input");
    assertThat(Files.readAllBytes(folder.resolve(own))).isEqualTo(before);
  }

  /// Splits of `u4`, which are noted, and of lengths and an axis that may be wrong.
  private void writeModel(long axis, long... lengths) throws IOException {
    TestModel model = new TestModel();
    var x = model.parameter("x", "u4", "6,4");
    model.split("sound", x, model.scalar(0), 2, 2);
    model.variadic("asked", x, model.scalar(axis), model.list(lengths), lengths.length);
    assertThat(model.write(folder)).hasFileName("model.xml");
  }

  @ParameterizedTest
  @CsvSource({
    "2, 4, note:, 0",
    "4, 2, note:, 0",
    "7, -1, wrong:, 1",
    "5, 2, refused:, 1",
  })
  void theExitCodeTellsOfMarks(long first, long second, String mark, int code) throws IOException {
    writeModel(0, first, second);
    for (String format : new String[] {" --layer=asked", " --json"}) {
      Cli strict = run("ir ./model.xml --strict" + format);
      assertThat(strict.code()).as(format).isEqualTo(code);
      assertThat(strict.err()).isEmpty();
      assertThat(run("ir ./model.xml" + format)).isEqualTo(new Cli(0, strict.out(), ""));
    }
    assertThat(run("ir ./model.xml --strict").out()).contains("  " + mark);
  }

  @Test
  void onlyWhatIsListedCounts() throws IOException {
    writeModel(9, 3, 3);
    assertThat(run("ir ./model.xml --strict").code()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(run("ir ./model.xml --strict --layer sound").code()).isZero();
    assertThat(run("ir ./missing.xml --strict").code()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void listsWhatThePortsSayWithoutWeights() throws IOException {
    Files.copy(
        Path.of(System.getProperty("cleave.basedir"), "test-data/ir/network.xml"),
        folder.resolve("network.xml"));
    Path bin = folder.resolve("network.bin");
    Cli run = run("ir ./network.xml").succeeded();
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .contains(
            "block/split  VariadicSplit  f32 [1, 16, 4] (ports)  axis ?  lengths ?  bytes"
                + " unknown",
            "  part 1  [1, 4, 4]  -> gate:0    \"middle\"",
            "3 splits, 0 wrong, 5 unused outputs")
        .containsOnlyOnce(
            bin
                + " does not exist: an axis or lengths that are in it are printed as ?, and"
                + " mistakes there are not found; put it beside the .xml file");
    Cli json = run("ir ./network.xml --json");
    assertThat(json.json().require("missingWeights").asString()).isEqualTo("" + bin);
    assertThat(firstSplit(json).require("axis")).hasToString("null");
    assertThat(firstSplit(json).require("lengths")).hasToString("null");
    Cli drawn = run("ir ./network.xml --layer block/split --svg ./split.svg");
    assertThat(drawn.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(drawn.err())
        .hasLineCount(1)
        .contains("layer 5 \"block/split\" cannot be drawn, since not all of it is known")
        .contains("network.bin does not exist");
    assertThat(folder.resolve("split.svg")).doesNotExist();
  }

  /// Long names are cut between characters.
  @Test
  void ofLongNamesTheBeginningIsPrinted() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "2");
    int split = model.split("s".repeat(5000), x, model.scalar(0), 2, 2);
    model.other("n".repeat(999) + "\ud83d\ude00", "Relu", new TestModel.Out(split, 2));
    model.other("r".repeat(1000), "Relu", new TestModel.Out(split, 3));
    assertThat(model.write(folder)).hasFileName("model.xml");
    assertThat(run("ir ./model.xml").out())
        .startsWith("s".repeat(1000) + "...  Split")
        .contains("-> " + "n".repeat(999) + "...:0", "-> " + "r".repeat(1000) + ":0");
    assertThat(run("ir ./model.xml --json").out())
        .contains("\"" + "s".repeat(1000) + "...\"", "\"" + "n".repeat(999) + "...\"");
  }
}

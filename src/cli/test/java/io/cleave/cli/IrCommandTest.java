package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import io.cleave.ir.TestModel;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `cleave ir`: the splits of a model, in words, as JSON, drawn.
class IrCommandTest {
  private static final Path MODELS =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "ir");

  @TempDir private Path folder;

  private static String model(String name) {
    return MODELS.resolve(name + ".xml").toString();
  }

  @Test
  void irListsEverySplit() {
    Cli run = Cli.run("ir", model("network"));
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().lines())
        .contains(
            "block/split  VariadicSplit  f32 [1, 16, 4] (ports)  axis 1  lengths [8, -1, 4]  192"
                + " bytes moved",
            "  part 1  [1, 4, 4]  64 bytes, contiguous  -> gate:0    \"middle\"",
            "  part 2  [1, 4, 4]  64 bytes, contiguous  unused    \"right\"",
            "3 splits, 0 wrong, 5 unused outputs");
  }

  @Test
  void irMarksWhatOpenVinoAcceptsWrongly() {
    Cli run = Cli.run("ir", model("wrong"));
    assertThat(run.out())
        .contains("(negative-rest)", "(outside-interval)", "(float-division)", "4 splits, 4 wrong");
  }

  @Test
  void irDrawsOneSplit() throws IOException {
    Path svg = folder.resolve("split.svg");
    Cli run = Cli.run("ir", model("network"), "--layer", "block/split", "--svg", svg.toString());
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).contains("1 split, 0 wrong, 1 unused output");
    assertThat(Files.readString(svg)).startsWith("<svg").contains("left", "middle");
    assertThat(Cli.run("ir", model("network"), "--svg", svg.toString()).err())
        .contains("say which with --layer");
    Cli open = Cli.run("ir", model("chain"), "--layer", "qkv", "--svg", svg.toString());
    assertThat(open.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(open.err()).contains("layer 30 \"qkv\" cannot be drawn").hasLineCount(1);
  }

  @Test
  void irSpeaksJson() {
    JsonObject json = JsonReader.parse(Cli.run("ir", model("chain"), "--json").out()).asObject();
    List<JsonValue> splits = json.require("splits").asArray().items();
    assertThat(splits).hasSize(3);
    JsonObject qkv = splits.getFirst().asObject();
    assertThat(qkv.require("shape").toString()).isEqualTo("[\"1..8\",12,\"?\"]");
    assertThat(qkv.require("lengths").toString()).isEqualTo("null");
    JsonObject part = qkv.require("outputs").asArray().items().getFirst().asObject();
    assertThat(part.require("consumers").toString()).contains("q_again");
  }

  @Test
  void aDrawingNeverReplacesTheModel() throws IOException {
    TestModel drawn = new TestModel();
    var x = drawn.parameter("x", "f32", "2,6");
    int split = drawn.split("s", x, drawn.scalar(1), 2, 2);
    drawn.result("r", new TestModel.Out(split, 2));
    String file = drawn.write(folder).toString();
    for (String own : List.of("model.xml", "model.bin")) {
      byte[] before = Files.readAllBytes(folder.resolve(own));
      Cli run = Cli.run("ir", file, "--layer", "s", "--svg", folder.resolve(own).toString());
      assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(run.err()).contains("would replace an input").hasLineCount(1);
      assertThat(Files.readAllBytes(folder.resolve(own))).isEqualTo(before);
    }
  }
}

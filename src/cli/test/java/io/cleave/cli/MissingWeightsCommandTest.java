package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `cleave ir` and `cleave run` on models whose `.bin` file does not exist.
class MissingWeightsCommandTest {
  private static final Path DATA = Path.of(System.getProperty("cleave.basedir"), "test-data");

  @TempDir private Path folder;

  private String copied(String name) throws IOException {
    Path model = folder.resolve(name + ".xml");
    Path original = DATA.resolve("ir").resolve(name + ".xml");
    return Files.copy(original, model, StandardCopyOption.REPLACE_EXISTING).toString();
  }

  private Cli run(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("run", copied("heads")));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--out", folder.resolve("out").toString()));
    return Cli.run(all.toArray(String[]::new));
  }

  @Test
  void irListsWhatThePortsSay() throws IOException {
    Cli run = Cli.run("ir", copied("network"));
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .contains(
            "block/split  VariadicSplit  f32 [1, 16, 4] (ports)  axis ?  lengths ?  bytes"
                + " unknown",
            "  part 1  [1, 4, 4]  -> gate:0    \"middle\"",
            "3 splits, 0 wrong, 5 unused outputs");
    assertThat(run.out().lines().filter(line -> line.contains("does not exist")))
        .containsExactly(
            folder.resolve("network.bin")
                + " does not exist: an axis or lengths that are in it are printed as ?, and"
                + " mistakes there are not found; put it beside the .xml file");
  }

  @Test
  void irSpeaksJson() throws IOException {
    String file = copied("network");
    JsonObject json = JsonReader.parse(Cli.run("ir", file, "--json").out()).asObject();
    assertThat(json.require("missingWeights").asString())
        .isEqualTo(folder.resolve("network.bin").toString());
    List<JsonValue> splits = json.require("splits").asArray().items();
    JsonObject split = splits.getFirst().asObject();
    assertThat(split.require("axis").toString()).isEqualTo("null");
    assertThat(split.require("lengths").toString()).isEqualTo("null");
    String whole = DATA.resolve("ir/network.xml").toString();
    JsonObject known = JsonReader.parse(Cli.run("ir", whole, "--json").out()).asObject();
    assertThat(known.require("missingWeights").toString()).isEqualTo("null");
    JsonObject same = known.require("splits").asArray().items().getFirst().asObject();
    assertThat(same.require("lengths").toString()).isEqualTo("[8,-1,4]");
    assertThat(same.require("bytesMoved").toString()).isEqualTo("192");
  }

  @Test
  void irDrawsNothingWithoutAnAxis() throws IOException {
    Path svg = folder.resolve("split.svg");
    Cli run = Cli.run("ir", copied("network"), "--layer", "block/split", "--svg", svg.toString());
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .hasLineCount(1)
        .contains("layer 5 \"block/split\" cannot be drawn, since not all of it is known")
        .contains("network.bin does not exist");
    assertThat(svg).doesNotExist();
  }

  @Test
  void aModelThatNeedsTheFileIsNotRun() throws IOException {
    Cli run = run("--input", "tokens=" + DATA.resolve("qkv.npy"));
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .hasLineCount(1)
        .contains("its data is in " + folder.resolve("heads.bin") + ", which does not exist");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void oneSplitRunsOnlyWithWhatIsMissing() throws IOException {
    String[] layer = {"--layer", "heads", "--data", DATA.resolve("qkv.npy").toString()};
    Cli run = run(layer);
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .hasLineCount(1)
        .contains("heads.bin does not exist", "or use --axis and --lengths");
    List<String> given = new ArrayList<>(Arrays.asList(layer));
    given.addAll(List.of("--axis", "1", "--lengths", "4,-1,4"));
    Cli settled = run(given.toArray(String[]::new));
    assertThat(settled.code()).as(settled.err()).isEqualTo(ExitCode.DONE);
    assertThat(settled.out()).contains("q.npy  f32 [8, 4, 16]  2048 bytes");
  }
}

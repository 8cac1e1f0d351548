package io.cleave.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.Cli;
import io.cleave.cli.print.ExitCode;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurveyCommandTest {
  @TempDir private Path folder;

  private Cli bench(String arguments) {
    return Cli.run(("bench " + arguments).split(" "));
  }

  @Test
  void racesEverybodyAndWritesItAll() throws IOException {
    Path json = folder.resolve("s.json");
    Path svg = folder.resolve("s.svg");
    Cli run =
        bench(
            "--survey 2 --seed 7 --size 256K,300K --seconds 0 --json %s --svg %s"
                .formatted(json, svg));
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("cleave bench --survey 2 --seed 7")
        .containsSubsequence(
            "256K, 2 splits, x the fastest plain copy",
            "best of ours",
            "default",
            "cpu",
            "lwjgl auto",
            "lwjgl fused",
            "256K, time of what is chosen / best",
            "300K, 2 splits",
            "slowest, x copy",
            "chosen worst by default")
        .doesNotContain("jocl", "WRONG", "#2");
    assertThat(heats(json)).hasSize(4);
    assertThat(Files.readString(svg)).startsWith("<svg ").contains("7-300K-1");
  }

  private static List<JsonObject> heats(Path json) throws IOException {
    return list(JsonReader.parse(Files.readString(json)).asObject(), "strata").stream()
        .flatMap(stratum -> list(stratum.asObject(), "heats").stream())
        .map(JsonValue::asObject)
        .toList();
  }

  private static List<JsonValue> list(JsonObject json, String name) {
    return json.<JsonArray>read(name, JsonValue::asArray).items();
  }

  /// The same shape, type, axis, lengths and memory.
  @Test
  void givesCommandsThatRepeatTheSame() throws IOException {
    Path json = folder.resolve("s.json");
    Path again = folder.resolve("again.json");
    String onCpu = " --device cpu --seconds 0 --json ";
    assertThat(bench("--survey 8 --seed 3 --size 128K" + onCpu + json).code()).isZero();
    for (JsonObject heat : heats(json)) {
      String command = heat.read("command", JsonValue::asString);
      assertThat(command).startsWith("cleave bench ");
      Cli run = bench(command.substring("cleave bench ".length()) + onCpu + again);
      assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
      List<JsonValue> rows = JsonReader.parse(Files.readString(again)).asArray().items();
      assertThat(split(rows)).isEqualTo(split(list(heat, "measurements")));
    }
  }

  private static Set<String> split(List<JsonValue> measurements) {
    return measurements.stream()
        .map(JsonValue::asObject)
        .map(
            one ->
                Stream.of("shape", "type", "axis", "lengths", "memory")
                    .map(name -> one.require(name).toString())
                    .collect(Collectors.joining(" ")))
        .collect(Collectors.toSet());
  }

  @Test
  void opensThoseWhoChooseAnew() throws IOException {
    Path json = folder.resolve("s.json");
    Cli run = bench("--survey 1 --size 128K --device auto --seconds 0 --repeat 3 --json " + json);
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .containsPattern("^cleave bench --survey 1 --seed [0-9]{1,6}\\R")
        .contains("default: opened anew, chose another way for 0 of 1 splits");
    assertThat(list(heats(json).getFirst(), "measurements"))
        .filteredOn(one -> one.toString().contains("\"device\":\"default\""))
        .hasSize(3)
        .allMatch(one -> one.toString().contains("\"way\":\""));
  }

  @Test
  void takesOneRouteOfOneDevice() {
    Cli run = bench("--survey 1 --size 128K --device pocl --route fused --seconds 0");
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains("lwjgl fused")
        .doesNotContain("default", "per-part", "\n  cpu ", "time of what is chosen");
  }

  @Test
  void measuresImages() throws IOException {
    Path json = folder.resolve("i.json");
    Cli run = bench("--images 32x32 --seconds 0 --json " + json);
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .containsSubsequence(
            "one thread", "u8 32x32 x2", "u8 32x32 3+1", "f32 32x32 x4", "geometric mean", "min")
        .doesNotContain("from 640x480: min                 ");
    assertThat(JsonReader.parse(Files.readString(json)).asArray().items()).hasSize(12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--survey 0 | a survey takes 1 split of each size or more, not 0",
        "--survey 1 --size 1K | has 131072 bytes or more, so that there are rows; not 1024",
        "--survey 1 --size 1X | \"1X\" is not a number of bytes",
        "--survey 1 --repeat 0 | --repeat must be 1 to 9, not 0",
        "--survey 1 --resident | --survey has its own splits of host memory",
        "--images --resident | --images has its own splits of host memory",
        "--images 8K | no image is called \"8K\"",
        "--survey 1 --only A | mutually exclusive",
        "--seed 7 | --seed, --size and --repeat are for --survey; leave them out",
        "--memory heap | a split of your own needs --shape, --type, --axis and one of",
        "--shape 2,2 --type u8 --axis 0 --equal 2 --memory disk | use heap or native",
        "--shape 2,2 --type u8 --axis 0 --equal 2 --memory heap --resident | --resident",
      })
  void saysWhatIsWrong(String arguments, String complaint) {
    Cli run = bench(arguments);
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).startsWith("cleave: ").contains(complaint);
    assertThat(run.out()).isEmpty();
  }
}

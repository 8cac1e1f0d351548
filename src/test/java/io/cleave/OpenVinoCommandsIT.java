package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.cli.Cli;
import io.cleave.cli.print.ExitCode;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import io.cleave.openvino.runtime.OpenVinoHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `--against openvino`, of the jar that users get: what the commands make of its answers. Whether
/// the answers are right, is for [OpenVinoIT].
class OpenVinoCommandsIT {
  @TempDir private Path folder;

  @BeforeEach
  void requireOpenVino() {
    assumeTrue(OpenVinoHome.problem().isEmpty(), OpenVinoHome.problem().orElse(""));
  }

  private static Cli cleave(String arguments) {
    return Cli.startJar(Map.of(), arguments.split(" "));
  }

  /// A case that both take, one that both refuse, and one that OpenVINO takes.
  private Path cases() throws IOException {
    return Files.write(
        folder.resolve("my.jsonl"),
        Stream.of("2, 4", "2, 5", "4, 3, -1").map(OpenVinoCommandsIT::caseOf).toList());
  }

  private static String caseOf(String lengths) {
    return """
    {"id": "%s", "origin": "test", "op": "VariadicSplit-1", "element_type": "u8", "shape": [6], \
    "data": "iota", "axis": {"value": 0, "type": "i64", "shape": []}, \
    "split_lengths": {"value": [%s], "type": "i64", "shape": [%s]}, "expect": {"error": "?"}}\
    """
        .formatted(lengths, lengths, lengths.split(",").length);
  }

  @Test
  void verifyPrintsHowTheAnswersCompare() throws IOException {
    Cli run = cleave("verify --against openvino --device cpu --random 0 --cases " + cases());
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .isEqualTo(
            """
                                           shapes     data
            asked                               3        1
            answered alike                      1        1
            refused by both                     1        0
            different as listed                 1        0
              negative-rest                     1
            different, not listed               0        0
            OpenVINO: of 4 questions 2 answered alike, 1 refused by both, 1 different as listed
            """);
  }

  @Test
  void aSeedAsksTheSameAgain() throws IOException {
    Path none = Files.createFile(folder.resolve("none.jsonl"));
    String call = "verify --against openvino --device cpu --random 50 --cases " + none + " --seed ";
    Cli one = cleave(call + 7);
    assertThat(one.code()).as(one.out() + one.err()).isEqualTo(ExitCode.DONE);
    assertThat(one.out().lines().skip(1).findFirst().orElseThrow()).startsWith("asked  ");
    assertThat(cleave(call + 7).out()).isEqualTo(one.out());
    assertThat(cleave(call + 8).out()).isNotEqualTo(one.out());
  }

  @Test
  void benchMeasuresItAsAPeer() throws IOException {
    Path file = folder.resolve("b.json");
    Cli run =
        cleave(
            "bench --against openvino --device cpu --shape 8,64 --type f32 --axis 1 --equal 2"
                + " --seconds 0 --json "
                + file);
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(1)).endsWith(" x copy  x peer");
    assertThat(lines)
        .anyMatch(line -> line.matches(" +openvino +[0-9]+ threads, own outputs .* 1\\.00"));
    List<JsonObject> rows =
        JsonReader.parse(Files.readString(file)).asArray().items().stream()
            .map(JsonValue::asObject)
            .toList();
    assertThat(rows).allMatch(row -> row.fields().containsKey("ratio_to_peer"));
    assertThat(rows)
        .filteredOn(row -> row.<String>read("role", JsonValue::asString).equals("peer"))
        .extracting(row -> row.<String>read("device", JsonValue::asString))
        .containsExactly("openvino");
  }

  /// Its preprocessor, whose answers are checked before they are timed.
  @ParameterizedTest
  @ValueSource(strings = {"f32", "f16"})
  void benchMeasuresItsPreprocessor(String target) {
    Cli run =
        cleave(
            "bench --against openvino --device cpu --shape 2,16,24,3 --type u8 --axis -1 --equal 3"
                + " --normalize imagenet --seconds 0 --to "
                + target);
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().lines())
        .anyMatch(line -> line.matches(" +openvino +[0-9]+ threads, own outputs .* 1\\.00"));
  }

  @Test
  void benchSaysWhatThePreprocessorDoesNot() {
    Cli run =
        cleave(
            "bench --against openvino --device cpu --shape 1,16,24,3 --type u8 --axis -1 --equal 3"
                + " --scale 2 --seconds 0 --to bf16");
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().lines().toList().getLast())
        .endsWith(": OpenVINO's preprocessor is asked for f32 and f16 of u8");
  }

  @Test
  void benchSaysWhyItTakesNoPart() {
    Cli run =
        cleave(
            "bench --against openvino --device cpu --shape 8,64 --type u4 --axis 1 --equal 2"
                + " --seconds 0");
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().lines().toList().getLast())
        .matches("  openvino .*: OpenVINO takes packed u4 for whole bytes");
  }
}

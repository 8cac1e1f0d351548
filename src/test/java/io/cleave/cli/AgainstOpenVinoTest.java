package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `--against openvino` where there is none, or none that answers.
class AgainstOpenVinoTest {
  private static final String CASE =
      """
      {"id": "%s", "op": "Split-1", "element_type": "%s", "shape": [4], "data": "iota", \
      "axis": {"value": 0, "type": "i64", "shape": []}, "num_splits": 2, \
      "expect": {"shapes": [[2], [2]]}}\
      """;

  @TempDir private Path folder;

  private Cli run(String arguments) {
    return Cli.start(Map.of("CLEAVE_OPENVINO", folder.toString()), arguments.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "verify --against openvino --random 5 --seed 7",
        "bench --against openvino --only I --seconds 0",
      })
  void withoutOpenVinoTheRemedyIsSaid(String arguments) {
    Cli run = run(arguments);
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .endsWith(
            """
            cleave: OpenVINO is not in %s; 'docker/setup.sh --openvino %s' installs it there, \
            CLEAVE_OPENVINO=DIR says where else it is
            """
                .formatted(folder, folder));
  }

  /// A library that is none ends the process at each question; so may one that is.
  @Test
  void answersThatDoNotComeAreDifferences() throws IOException {
    Path libraries = Files.createDirectories(folder.resolve("openvino/libs"));
    Files.writeString(libraries.resolve("libopenvino_c.so.1"), "no library");
    Path cases = Files.createFile(folder.resolve("none.jsonl"));
    Cli run = run("verify --against openvino --device cpu --random 2 --seed 7 --cases " + cases);
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.CHECK_FAILED);
    List<String> lines = run.out().lines().toList();
    for (int i = 0; i < 2; i++) {
      assertThat(lines.get(i))
          .startsWith("seed 7, operation %s: ".formatted(i))
          .contains(": OpenVINO gave no answer: its process ended, exit status 1, saying: ")
          .contains("libopenvino_c.so.1");
    }
    assertThat(Stream.concat(lines.stream().skip(2).limit(6), Stream.of(lines.getLast())))
        .containsExactly(
            "                               shapes     data",
            "asked                               2        0",
            "answered alike                      0        0",
            "refused by both                     0        0",
            "different as listed                 0        0",
            "different, not listed               2        0",
            "OpenVINO: of 2 questions 0 answered alike, 0 refused by both, 0 different as listed,"
                + " 2 different for no known reason");
  }

  /// What asks nothing proves nothing.
  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense"})
  void questionsThereMustBe(String type) throws IOException {
    Path libraries = Files.createDirectories(folder.resolve("openvino/libs"));
    Files.writeString(libraries.resolve("libopenvino_c.so.1"), "no library");
    String line = type.isEmpty() ? "" : CASE.formatted("unasked", type);
    Path cases = Files.writeString(folder.resolve("none.jsonl"), line);
    Cli run = run("verify --against openvino --device cpu --random 0 --cases " + cases);
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .endsWith(
            """
            cleave: OpenVINO was asked nothing, as there are no random splits and no cases that it \
            can be asked, of %s; give others, or a --random of 1 or more
            """
                .formatted(type.isEmpty() ? 0 : 1));
  }

  @Test
  void namesOfCasesCannotCommandATerminal() throws IOException {
    Path libraries = Files.createDirectories(folder.resolve("openvino/libs"));
    Files.writeString(libraries.resolve("libopenvino_c.so.1"), "no library");
    String lines = CASE.formatted("e\\u001b[31m\\nx", "u8") + "\n" + CASE.formatted("", "u7");
    Path cases = Files.writeString(folder.resolve("named.jsonl"), lines);
    Cli run = run("verify --against openvino --device cpu --random 0 --cases " + cases);
    assertThat(run.out())
        .startsWith("e [31m x: ")
        .contains(
            "asked                               1        0",
            "not asked                           1")
        .doesNotContain("\u001b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "verify --random 5 | --against=openvino",
        "verify --against tensorflow | tensorflow",
        "verify --against openvino --random -1 | --random must be 0 or more, not -1",
        "verify --against openvino --random 1.5 | --random",
        "verify --against openvino --seed x | --seed",
        "bench --against tensorflow | tensorflow",
        "bench --against openvino --images u8 | --images has one thread",
      })
  void saysWhatIsWrong(String arguments, String complaint) {
    Cli run = Cli.run(arguments.split(" "));
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).startsWith("cleave: ").contains(complaint);
    assertThat(run.out()).isEmpty();
  }
}

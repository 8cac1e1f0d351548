package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import io.cleave.ir.TestModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// No text takes the place of what the command reads, or of another text that it writes.
class OutputClashTest {
  private static final Path QKV =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy");

  @TempDir private Path folder;

  private Path input = Path.of("");

  @BeforeEach
  void copyTheInput() throws IOException {
    input = Files.copy(QKV, folder.resolve("in.npy"));
  }

  /// Runs a command; words that begin with `./` are files in the folder.
  private Cli run(String command) {
    return Cli.run(
        Stream.of(command.split(" "))
            .map(word -> word.startsWith("./") ? folder + word.substring(1) : word)
            .toArray(String[]::new));
  }

  private static void refused(Cli run, String... sentence) {
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains(sentence).hasLineCount(1);
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"./in.npy", "./elsewhere/../in.npy", "./hard.svg", "./symbolic.svg"})
  void aDrawingNeverReplacesTheData(String svg) throws IOException {
    Files.createDirectory(folder.resolve("elsewhere"));
    Files.createLink(folder.resolve("hard.svg"), input);
    Files.createSymbolicLink(folder.resolve("symbolic.svg"), input);
    refused(
        run("explain ./in.npy --axis 1 --equal 3 --svg " + svg),
        svg.substring(2)
            + " would replace an input; write to another folder or under another name");
    assertThat(input).hasSameBinaryContentAs(QKV);
    assertThat(folder.resolve("symbolic.svg")).isSymbolicLink();
  }

  @Test
  void aDrawingNeverReplacesAModelThroughALink() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "f32", "2,6");
    model.result("r", new TestModel.Out(model.split("s", x, model.scalar(1), 2, 2), 2));
    Path xml = model.write(folder);
    Files.createLink(folder.resolve("hard.svg"), xml);
    refused(run("ir ./model.xml --layer s --svg ./hard.svg"), "hard.svg would replace an input");
    assertThat(xml).content().startsWith("<?xml");
  }

  /// Also where there is neither yet.
  @ParameterizedTest
  @CsvSource({
    "./m.xml, m.xml",
    "./m.bin, m.bin",
    "./elsewhere/../m.bin, m.bin",
    "./symbolic/m.xml, m.xml"
  })
  void aDrawingAndAModelAreTwoFiles(String svg, String model) throws IOException {
    Files.createDirectory(folder.resolve("elsewhere"));
    Files.createSymbolicLink(folder.resolve("symbolic"), folder);
    refused(
        run("explain ./in.npy --axis 1 --equal 3 --ir ./m.xml --svg " + svg),
        folder.resolve(model) + " and ",
        " are the same file; write to a file for each");
    assertThat(folder.resolve("m.xml")).doesNotExist();
    assertThat(folder.resolve("m.bin")).doesNotExist();
  }
}

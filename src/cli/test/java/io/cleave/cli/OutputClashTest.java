package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Texts never replace what the command reads, or another text that it writes.
class OutputClashTest {
  private static final Path QKV =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "--svg ./in.npy, in.npy would replace an input",
    "--svg ./elsewhere/../in.npy, in.npy would replace an input",
    "--svg ./hard.svg, hard.svg would replace an input",
    "--svg ./symbolic.svg, symbolic.svg would replace an input",
    "--ir ./m.xml --svg ./m.bin, are the same file; write to a file for each",
    "--ir ./m.xml --svg ./link/m.xml, are the same file; write to a file for each"
  })
  void isRefused(String outputs, String reason) throws IOException {
    Path input = Files.copy(QKV, folder.resolve("in.npy"));
    Files.createDirectory(folder.resolve("elsewhere"));
    Files.createSymbolicLink(folder.resolve("link"), folder);
    Files.createLink(folder.resolve("hard.svg"), input);
    Files.createSymbolicLink(folder.resolve("symbolic.svg"), input);
    Cli run = Cli.run(folder, "explain ./in.npy --axis 1 --equal 3 " + outputs);
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains(reason).hasLineCount(1);
    assertThat(run.out()).isEmpty();
    assertThat(input).hasSameBinaryContentAs(QKV);
    assertThat(folder.resolve("m.xml")).doesNotExist();
    assertThat(folder.resolve("m.bin")).doesNotExist();
  }
}

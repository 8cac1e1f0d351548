package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import io.cleave.ir.TestModel;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `cleave ir --strict`
class StrictListingTest {
  @TempDir private Path folder;

  /// Splits of `u4`, which are noted, and of lengths and an axis that may be wrong.
  private String model(String shape, long axis, long... lengths) throws IOException {
    TestModel model = new TestModel();
    var x = model.parameter("x", "u4", shape);
    model.split("sound", x, model.scalar(0), 2, 2);
    model.variadic("asked", x, model.scalar(axis), model.list(lengths), lengths.length);
    return model.write(folder).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "2, 4, note:, 0",
    "4, 2, note:, 0",
    "7, -1, wrong:, 1",
    "5, 2, refused:, 1",
  })
  void theExitCodeTellsOfMarks(long first, long second, String mark, int code) throws IOException {
    String file = model("6,4", 0, first, second);
    for (String format : new String[] {"--layer=asked", "--json"}) {
      Cli strict = Cli.run("ir", file, "--strict", format);
      assertThat(strict.code()).as(format).isEqualTo(code);
      assertThat(strict.err()).isEmpty();
      Cli lax = Cli.run("ir", file, format);
      assertThat(lax.code()).as(format).isZero();
      assertThat(lax.out()).isEqualTo(strict.out());
    }
    assertThat(Cli.run("ir", file, "--strict").out()).contains("  " + mark);
  }

  @Test
  void onlyWhatIsListedCounts() throws IOException {
    String file = model("6,4", 9, 3, 3);
    assertThat(Cli.run("ir", file, "--strict").code()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(Cli.run("ir", file, "--strict", "--layer", "sound").code()).isZero();
    assertThat(Cli.run("ir", "missing.xml", "--strict").code()).isEqualTo(ExitCode.BAD_INPUT);
  }
}

package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.file.format.NpyBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands with sizes beyond 32 bits, sizes that nothing can count, and thousands of parts.
class HugeShapesTest {
  @TempDir private Path folder = Path.of("");

  private Cli explain(String options) {
    return Cli.run(folder, "explain --axis 0 " + options);
  }

  /// Splits a file of raw bytes along axis 0.
  private Cli split(byte[] content, String options) throws IOException {
    Files.write(folder.resolve("x.raw"), content);
    return Cli.run(folder, "split ./x.raw --axis 0 --out ./out " + options);
  }

  private Path out() {
    return folder.resolve("out");
  }

  @Test
  void explainPrintsTheLastBitThatIsCounted() throws IOException {
    Cli run =
        explain("--shape 9223372036854775807 --type u1 --lengths -1,1 --svg ./huge.svg")
            .succeeded();
    assertThat(run.out())
        .contains("bits 0..9223372036854775805, 1152921504606846976 bytes")
        .contains("bits 9223372036854775806..9223372036854775806, 1 byte");
    assertThat(Files.readString(folder.resolve("huge.svg")))
        .contains("9223372036854775807")
        .doesNotContain("NaN");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"4294967296,4294967296", "9223372036854775808", "1152921504606846976,8", "-1"})
  void aShapeBeyondNumbersIsOneSentence(String shape) throws IOException {
    String options = "--type u8 --equal 2 --shape " + shape;
    explain(options).refused("cleave: ");
    split(new byte[8], options).refused("cleave: ");
    assertThat(out()).doesNotExist();
  }

  @Test
  void aShapeBeyondTheFileIsRefusedWithBothSizes() throws IOException {
    split(new byte[8], "--shape 1099511627776,3 --type f64 --equal 2")
        .refused("takes 26388279066624 bytes, and the file has 8; give");
    assertThat(out()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"npz", "safetensors"})
  void thousandsOfPartsAreBundled(String format) throws IOException {
    byte[] data = NpyBytes.data(30_000);
    Cli run =
        split(data, "--shape 10000,3 --type u8 --equal 10000 --bundle --format " + format)
            .succeeded();
    assertThat(run.out().lines()).hasSize(10_000);
    assertThat(Cli.run(folder, "inspect ./out/x." + format).out()).contains("9999");
  }

  /// Not all of them may be open at once.
  @Test
  void thousandsOfFilesAreWritten() throws IOException {
    byte[] data = NpyBytes.data(6000);
    split(data, "--shape 2000,3 --type u8 --equal 2000").succeeded();
    for (int i = 0; i < 2000; i++) {
      assertThat(Files.readAllBytes(out().resolve("x.%d.raw".formatted(i))))
          .as("part %d", i)
          .containsExactly(data[3 * i], data[3 * i + 1], data[3 * i + 2]);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"npy", "npz", "safetensors", "raw"})
  void emptyTensorsAreSplit(String format) throws IOException {
    String options = "--shape 0,3 --type f32 --nearly-equal 2 --verify --format ";
    assertThat(split(new byte[0], options + format).succeeded().out()).contains("  0 bytes");
  }
}

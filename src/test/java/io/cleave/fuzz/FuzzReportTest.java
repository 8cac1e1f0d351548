package io.cleave.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Jazzer found is named, and so is that it failed.
class FuzzReportTest {
  @TempDir private Path folder = Path.of("");

  private FuzzReport report(Instant begin, int code) throws IOException {
    Files.writeString(
        FuzzReport.log(folder), "INFO: Seed: 1\nstat::number_of_executed_units: 1682\n");
    return FuzzReport.of("npy", begin, code, folder);
  }

  @Test
  void nothingFoundIsSound() throws IOException {
    FuzzReport report = report(Instant.now(), 0);
    assertThat(report.isSound()).isTrue();
    assertThat(report.line()).isEqualTo("| `npy` | 0 | 1682 | 0 |");
  }

  @Test
  void aFindingIsNamed() throws IOException {
    Instant begin = Instant.now().minusSeconds(60);
    Path finding = Files.createFile(folder.resolve("crash-b217"));
    Path mended = Files.createFile(folder.resolve("timeout-a1"));
    Files.setLastModifiedTime(mended, FileTime.from(begin.minusSeconds(1)));
    FuzzReport report = report(begin, 77);
    assertThat(report.isSound()).isFalse();
    assertThat(report.line()).startsWith("| `npy` | 6").endsWith(" | 1682 | 1 |");
    assertThat(report.complaint())
        .contains(finding.toString(), Corpus.of("npy").toString())
        .doesNotContain(mended.toString());
  }

  @Test
  void jazzerThatFailsIsNotTakenForSound() throws IOException {
    FuzzReport report = report(Instant.now(), 1);
    assertThat(report.isSound()).isFalse();
    assertThat(report.complaint())
        .contains("exit code 1")
        .contains(FuzzReport.log(folder).toString());
  }
}

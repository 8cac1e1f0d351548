package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConformanceTest {
  private static final String HUGE =
      Trials.EQUAL
          .replace("\"shape\":[4]", "\"shape\":[1099511627776]")
          .replace("[2]", "[549755813888]");

  private final List<CaseResult> results = new ArrayList<>();

  private Summary run(CaseSource... sources) {
    return new Conformance(new PlainSplitter()).run(List.of(sources), results::add);
  }

  @Test
  void goesOnAfterEveryFailure() {
    String lines =
        String.join("\n", Trials.GOOD, "{", "", HUGE, "{\"id\":\"x\"}", Trials.EQUAL, "");
    assertThat(run(Trials.source(lines), Trials.source(Trials.GOOD)))
        .hasToString("3 passed, 2 failed, 1 skipped")
        .isEqualTo(new Summary(3, 2, 1));
    assertThat(results).extracting(CaseResult::line).containsExactly(1L, 2L, 4L, 5L, 6L, 1L);
    assertThat(results)
        .extracting(CaseResult::id)
        .containsExactly("good", "", "equal", "x", "equal", "good");
    assertThat(results.get(1).toString()).startsWith("test.jsonl:2: failed: malformed case: ");
    assertThat(results.get(2).toString())
        .contains("skipped: 4398046511104 bytes of data in 2 parts are too much for a limit of ");
    assertThat(results.get(3).toString()).startsWith("test.jsonl:5: x: failed: malformed case: ");
    assertThat(results.get(0)).hasToString("test.jsonl:1: good: passed");
  }

  @Test
  void countsBlankLinesAndSkipsThem() {
    String lines = "\n \t\r\n" + Trials.GOOD + "\r\n\n\"\u00FF\"\n" + Trials.GOOD;
    assertThat(run(Trials.source(lines.getBytes(StandardCharsets.ISO_8859_1))))
        .hasToString("2 passed, 1 failed");
    assertThat(results).extracting(CaseResult::line).containsExactly(3L, 5L, 6L);
    assertThat(results.get(1).detail()).startsWith("malformed case: JSON must be UTF-8");
  }

  /// 18 million empty parts are inferred and planned, and are too many for memory of their own.
  @ParameterizedTest
  @ValueSource(strings = {"16777216", "16777217"})
  void survivesMorePartsThanMakeSense(String count) {
    String line =
        Trials.EQUAL.replace("[4]", "[0]").replace("\"num_splits\":2", "\"num_splits\":" + count);
    assertThat(run(Trials.source(line))).hasToString("0 passed, 1 failed");
    assertThat(results.getFirst().toString().length()).isLessThan(1000);
  }

  @Test
  void readsFiles(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("my cases.jsonl");
    Files.writeString(file, Trials.GOOD + "\n" + Trials.EQUAL.replace("[[2]", "[[3]"));
    assertThat(run(CaseSource.file(file))).hasToString("1 passed, 1 failed");
    assertThat(results.get(1).toString()).startsWith(file + ":2: equal: failed: ");
  }

  /// Nor what never ends, or waits for a writer.
  @ParameterizedTest
  @CsvSource({
    "none, does not exist",
    "'', 'is no regular file, or not readable'",
    "/dev/zero, 'is no regular file, or not readable'"
  })
  void refusesFilesThatCannotBeRead(String name, String problem, @TempDir Path folder) {
    Path file = folder.resolve(name);
    assumeTrue(!name.startsWith("/") || Files.exists(file), "there is no such device here");
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> CaseSource.file(file))
        .withMessage(
            "cases file \"%s\" %s; give a file with one case a line".formatted(file, problem));
  }

  @Test
  void aSourceThatBreaksOffIsOneFailure() {
    CaseSource absent =
        new CaseSource(
            "absent",
            () -> {
              throw new IOException("gone");
            });
    CaseSource broken = new CaseSource("broken", () -> new SequenceInputStream(good(), broken()));
    assertThat(run(absent, broken, Trials.source(Trials.GOOD))).hasToString("2 passed, 2 failed");
    assertThat(results.get(0))
        .hasToString("absent:0: failed: cannot be read any further: IOException: gone");
    assertThat(results.get(2))
        .hasToString("broken:1: failed: cannot be read any further: IOException: Stream closed");
  }

  private static InputStream good() {
    return new ByteArrayInputStream((Trials.GOOD + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static InputStream broken() throws IOException {
    InputStream stream = InputStream.nullInputStream();
    stream.close();
    return stream;
  }
}

package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is written is read again, and nothing else is believed.
class RecordsTest {
  private static final Stamp STAMP = new Stamp("Linux amd64", "a processor", 2, "a JVM");

  @TempDir private Path folder = Path.of("");

  private static Verdict verdict(String occasion, String winner) {
    return new Verdict(
        occasion,
        winner,
        "won",
        true,
        true,
        List.of(
            new Figures("a", "1", .05, 1, 8, "expected"),
            new Figures("b", "1", .04, .8, 8, "faster")));
  }

  private RecordFile file() {
    return RecordFile.in(folder, STAMP);
  }

  private static boolean isWinner(Records records, String occasion, String name) {
    return records.isWinner(new Occasion(occasion, List.of()), TestCandidate.named(name));
  }

  @Test
  void whatIsAddedIsRead() throws IOException {
    assertThat(file().add(List.of(verdict("one", "b"), verdict("two", "a")))).isEqualTo(2);
    assertThat(file().add(List.of(verdict("one", "a"), verdict("three \"x\"", "b")))).isEqualTo(3);
    Records records = file().read();
    assertThat(records.size()).isEqualTo(3);
    assertThat(isWinner(records, "one", "a")).isTrue();
    assertThat(isWinner(records, "one", "b")).isFalse();
    assertThat(isWinner(records, "three \"x\"", "b")).isTrue();
    assertThat(isWinner(records, "four", "a")).isFalse();
    assertThat(records.all()).extracting(Recorded::occasion).endsWith("one", "three \"x\"");
  }

  @Test
  void thereIsNothingWhereThereIsNoFile() {
    assertThat(file().read().size()).isZero();
  }

  @Test
  void thereIsNothingInAnEmptyFile() throws IOException {
    file().add(List.of(verdict("one", "b")));
    Files.write(file().path(), new byte[0]);
    assertThat(file().read().size()).isZero();
    assertThat(file().add(List.of(verdict("two", "b")))).isEqualTo(1);
  }

  @Test
  void anotherRevisionIsNotBelieved() throws IOException {
    Verdict stale =
        new Verdict(
            "one", "b", "won", true, true, List.of(new Figures("b", "0", .04, .8, 8, "faster")));
    file().add(List.of(stale));
    assertThat(isWinner(file().read(), "one", "b")).isFalse();
  }

  @Test
  void damagedLinesAreDropped() throws IOException {
    file().add(List.of(verdict("one", "b"), verdict("two", "b"), verdict("three", "b")));
    List<String> lines = Files.readAllLines(file().path());
    assertThat(lines).hasSize(4);
    String damaged = lines.get(2).replace("\"winner\":\"b\"", "\"winner\":\"a\"");
    assertThat(damaged).isNotEqualTo(lines.get(2));
    Files.write(
        file().path(),
        List.of(
            lines.get(0),
            lines.get(1),
            damaged,
            lines.get(3).substring(0, 40),
            "[]",
            "",
            "{\"verdict\":{},\"check\":\"00000000\"}"));
    Records records = file().read();
    assertThat(records.all()).extracting(Recorded::occasion).containsExactly("one");
  }

  @Test
  void aFileOfAnotherMachineIsPassedOver() throws IOException {
    file().add(List.of(verdict("one", "b")));
    Stamp other = new Stamp("Linux amd64", "another processor", 2, "a JVM");
    RecordFile foreign = RecordFile.in(folder, other);
    assertThat(foreign.path()).isNotEqualTo(file().path());
    Files.copy(file().path(), foreign.path());
    assertThat(foreign.read().size()).isZero();
    assertThat(foreign.add(List.of(verdict("two", "b")))).isEqualTo(1);
    assertThat(foreign.read().size()).isEqualTo(1);
  }

  @Test
  void aFileThatIsNoTextIsPassedOver() throws IOException {
    byte[] noise = new byte[5000];
    new Random(1).nextBytes(noise);
    Files.write(file().path(), noise);
    assertThat(file().read().size()).isZero();
    Files.delete(file().path());
    Files.createDirectory(file().path());
    assertThat(file().read().size()).isZero();
  }

  @Test
  void oneThatIsTooLargeIsPassedOver() throws IOException {
    Files.write(file().path(), new byte[9 << 20]);
    assertThat(file().read().size()).isZero();
  }

  @Test
  void theOldestGoFirst() throws IOException {
    List<Verdict> many =
        IntStream.range(0, Records.MOST + 5).mapToObj(i -> verdict("number " + i, "b")).toList();
    assertThat(file().add(many)).isEqualTo(Records.MOST);
    Records records = file().read();
    assertThat(records.size()).isEqualTo(Records.MOST);
    assertThat(isWinner(records, "number 4", "b")).isFalse();
    assertThat(isWinner(records, "number 5", "b")).isTrue();
  }

  /// What is written is not too large to be read.
  @Test
  void theOldestGoFirstWhereTheyAreLong() throws IOException {
    String runs = "é".repeat(1 << 10);
    List<Verdict> many =
        IntStream.range(0, 5000).mapToObj(i -> verdict(i + " " + runs, "b")).toList();
    int kept = file().add(many);
    assertThat(kept).isBetween(3000, 4999);
    assertThat(Files.size(file().path())).isBetween((8L << 20) - 4L * runs.length(), 8L << 20);
    assertThat(file().add(List.of(verdict("one", "a")))).isBetween(kept - 1, kept + 1);
    assertThat(file().read().all())
        .extracting(Recorded::occasion)
        .hasSizeBetween(kept - 1, kept + 1)
        .endsWith("4998 " + runs, "4999 " + runs, "one");
  }

  /// Whoever may write the file may not speak to the terminal of who lists it.
  @Test
  void whatIsListedIsShortAndOnOneLine() throws IOException {
    String hostile = "\u001b[31m\u009b5m\u202e\u2028\n" + "x".repeat(5000);
    Figures figures = new Figures("a", "1", .05, 1, 8, hostile);
    file().add(List.of(new Verdict(hostile, hostile, hostile, true, true, List.of(figures))));
    List<String> lines = file().read().describe();
    assertThat(lines)
        .hasSize(3)
        .allMatch(line -> line.length() < 2200)
        .noneMatch(line -> line.matches("(?s).*[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}].*"));
    assertThat(lines.getFirst()).startsWith("?[31m?5m???x").endsWith("x...");
  }

  @Test
  void nothingIsLostWhereManyWriteAtOnce() throws Exception {
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Callable<Integer>> writers =
          IntStream.range(0, 40)
              .<Callable<Integer>>mapToObj(
                  i -> () -> file().add(List.of(verdict("of thread " + i, "b"))))
              .toList();
      for (var done : threads.invokeAll(writers)) {
        done.get();
      }
    }
    assertThat(file().read().size()).isEqualTo(40);
    try (var files = Files.list(folder)) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("lock", file().path().getFileName().toString());
    }
  }

  @Test
  void isForgottenOnRequest() throws IOException {
    assertThat(file().delete()).isFalse();
    file().add(List.of(verdict("one", "b")));
    assertThat(file().delete()).isTrue();
    assertThat(file().read().size()).isZero();
  }

  @Test
  void whatIsNoFileIsNotForgotten() throws IOException {
    Path place = Files.createDirectory(file().path());
    assertThatIOException()
        .isThrownBy(() -> file().delete())
        .withMessage("cannot delete %s: it is not a regular file; remove it by hand", place);
    assertThat(place).isDirectory();
    Files.delete(place);
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createSymbolicLink(place, elsewhere);
    assertThat(file().delete()).isTrue();
    assertThat(elsewhere).isDirectory();
  }
}

package io.cleave.tune;

import static io.cleave.tune.TuningFixture.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.cleave.Warnings;
import io.cleave.disk.Disk;
import io.cleave.disk.Trouble;
import io.cleave.spi.IdleSplitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// The next process finds what was stored; a file that is broken or cannot be written does no harm.
@ResourceLock(Resources.SYSTEM_PROPERTIES)
@ResourceLock(Resources.SYSTEM_ERR)
class TuningFileTest {
  @TempDir private Path folder = Path.of("");

  private Path path() {
    return folder.resolve("tuning.jsonl");
  }

  private TuningFile file() {
    return TuningFile.read(path());
  }

  private static boolean isStored(TuningFile file, String key, String name) {
    return file.stored(key, List.of(new TuningCandidate(name, "1", new IdleSplitter())))
        .isPresent();
  }

  @Test
  void whatIsAddedIsRead() throws IOException {
    assertThat(file().add(List.of(result("one", "b", "1"), result("two", "a", "0")))).isEqualTo(2);
    assertThat(file().add(List.of(result("one", "a", "1"), result("3 \"x\"\n", "b", "1"))))
        .isEqualTo(3);
    TuningFile file = file();
    assertThat(file.byKey()).hasSize(3);
    assertThat(isStored(file, "one", "a")).isTrue();
    assertThat(isStored(file, "one", "b")).isFalse();
    assertThat(isStored(file, "3 \"x\"\n", "b")).isTrue();
    assertThat(isStored(file, "two", "a")).as("of another revision").isFalse();
    assertThat(isStored(file, "four", "a")).isFalse();
    TuningResult passing = new TuningResult("five", "a", "1", "faster", false, List.of());
    assertThat(file.add(List.of(passing))).isEqualTo(3);
  }

  @Test
  void theNextProcessFindsItInTheFolderThatIsSet() throws IOException {
    String before = System.getProperty(TuningFile.FOLDER, "");
    try {
      System.setProperty(TuningFile.FOLDER, folder.resolve("new").toString());
      TuningFile.usual().add(List.of(result("one", "a", "1")));
      assertThat(TuningFile.usual().byKey()).hasSize(1);
      assertThat(TuningFile.usual().delete()).isTrue();
      assertThat(TuningFile.usual().delete()).isFalse();
    } finally {
      System.setProperty(TuningFile.FOLDER, before);
    }
  }

  @Test
  void damagedLinesAreSkippedWithOneWarning() throws IOException {
    file().add(List.of(result("one", "b", "1"), result("two", "b", "1")));
    List<String> lines = Files.readAllLines(path());
    Files.write(path(), List.of(lines.get(0), lines.get(1).substring(0, 40), "[]", "", "{}"));
    try (Warnings warnings = new Warnings()) {
      assertThat(isStored(file(), "one", "b")).isTrue();
      assertThat(file().byKey()).hasSize(1);
      assertThat(warnings.all()).hasSize(2).allMatch(line -> line.contains("4 damaged lines"));
    }
  }

  @Test
  void whatCannotBeReadHoldsNothingAndStays() throws IOException {
    Files.write(path(), new byte[17 << 20]);
    requireUnreadable();
    Files.delete(path());
    Files.createDirectory(path());
    requireUnreadable();
    Files.delete(path());
    if (Files.exists(Path.of("/dev/zero"))) {
      Files.createSymbolicLink(path(), Path.of("/dev/zero"));
      requireUnreadable();
    }
  }

  private void requireUnreadable() {
    String why = "it is no regular file of at most 16777216 bytes; delete it";
    try (Warnings warnings = new Warnings()) {
      assertThat(file().byKey()).isEmpty();
      assertThat(warnings.all()).singleElement().asString().contains(why);
    }
    assertThatIOException()
        .isThrownBy(() -> file().add(List.of()))
        .withMessage("cannot write %s: %s", path(), why);
  }

  /// The text of a file may not control the terminal on which it is listed.
  @Test
  void whatIsListedIsShortAndOnOneLine() throws IOException {
    String hostile = "\u001b[31m\u009b5m\u202e\u2028\n" + "x".repeat(5000);
    file().add(List.of(result(hostile, hostile, hostile)));
    assertThat(file().byKey().values().iterator().next().describe())
        .hasSize(3)
        .allMatch(line -> line.length() < 3300)
        .noneMatch(line -> line.matches("(?s).*[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}].*"));
  }

  /// At each operation of the disk: it fails, or nothing is done any more after it.
  @Test
  void theOldFileOrTheNewIsThereWhateverFails() throws IOException {
    TuningResult added = result("two", "a", "1");
    file().add(List.of(result("one", "a", "1")));
    String old = Files.readString(path());
    file().add(List.of(added));
    String changed = Files.readString(path());
    for (IntFunction<Trouble> trouble :
        List.<IntFunction<Trouble>>of(Trouble::at, Trouble::deadAfter)) {
      int n = 0;
      int done;
      do {
        n++;
        Files.writeString(path(), old);
        Disk disk = new Disk(trouble.apply(n));
        boolean failed = failsToAdd(disk, added);
        assertThat(Files.readString(path())).isIn(old, changed);
        assertThat(failed || Files.readString(path()).equals(changed)).isTrue();
        done = disk.operations().size();
      } while (done >= n);
      assertThat(n).as("operations that were tried").isGreaterThan(3);
    }
  }

  private boolean failsToAdd(Disk disk, TuningResult result) {
    try {
      int _ = TuningFile.read(disk.path(path())).add(List.of(result));
      return false;
    } catch (IOException e) {
      assertThat(e).hasMessageStartingWith("cannot write " + path());
      return true;
    }
  }
}

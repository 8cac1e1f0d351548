package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.disk.HeldLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Records in a folder that others may write to.
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedRecordsTest {
  private static final Stamp STAMP = new Stamp("Linux amd64", "a processor", 2, "a JVM");

  @TempDir private Path folder = Path.of("");

  private RecordFile file() {
    return RecordFile.in(folder, STAMP);
  }

  private static List<Verdict> verdicts() {
    Figures figures = new Figures("b", "1", .04, .8, 8, "won");
    return List.of(new Verdict("one", "b", "won", true, true, List.of(figures)));
  }

  private Path elsewhere() throws IOException {
    return Files.writeString(folder.resolve("elsewhere"), "kept");
  }

  private static String rights(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void onlyTheOwnerMayWriteWhatIsCreated() throws Exception {
    Path parent = folder.resolve("a");
    Path made = parent.resolve("b");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    // As permissive as a process can be.
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "umask 0; exec \"$@\"",
                "sh",
                java,
                "-cp",
                System.getProperty("java.class.path"),
                Adding.class.getName(),
                made.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    assertThat(rights(parent)).isEqualTo("rwxr-xr-x");
    assertThat(rights(made)).isEqualTo("rwxr-xr-x");
    assertThat(rights(made.resolve("lock"))).isEqualTo("rw-------");
    assertThat(rights(RecordFile.in(made, STAMP).path())).isEqualTo("rw-r--r--");
  }

  /// In a process of its own.
  static final class Adding {
    private Adding() {}

    static void main(String[] folders) throws IOException {
      RecordFile.in(Path.of(folders[0]), STAMP).add(verdicts());
    }
  }

  @Test
  void whatIsWrittenAsideIsNotWrittenThroughALink() throws IOException {
    Path elsewhere = elsewhere();
    Path aside = folder.resolve(".%s.tmp".formatted(file().path().getFileName()));
    Files.createSymbolicLink(aside, elsewhere);
    assertThat(file().add(verdicts())).isEqualTo(1);
    assertThat(elsewhere).hasContent("kept");
    assertThat(file().path()).isRegularFile();
    assertThat(Files.isSymbolicLink(file().path())).isFalse();
  }

  @Test
  void aLinkInTheFilesPlaceIsReplaced() throws IOException {
    Path elsewhere = elsewhere();
    Files.createSymbolicLink(file().path(), elsewhere);
    assertThat(file().add(verdicts())).isEqualTo(1);
    assertThat(elsewhere).hasContent("kept");
    assertThat(Files.isSymbolicLink(file().path())).isFalse();
  }

  @Test
  void noLockIsMadeBehindALink() throws IOException {
    Path absent = folder.resolve("absent");
    Files.createSymbolicLink(folder.resolve("lock"), absent);
    refuses();
    assertThat(absent).doesNotExist();
  }

  /// As older versions created it: whoever may read it may keep it locked.
  @Test
  void aLockThatAllMayReadIsClosedToThem() throws IOException {
    Path lock = Files.createFile(folder.resolve("lock"));
    Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(file().add(verdicts())).isEqualTo(1);
    assertThat(rights(lock)).isEqualTo("rw-------");
    Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-rw----"));
    assertThat(file().add(verdicts())).isEqualTo(1);
    assertThat(rights(lock)).isEqualTo("rw-rw----");
  }

  @Test
  void nobodyWaitsForEverForALock() throws Exception {
    Path lock = Files.createFile(folder.resolve("lock"));
    try (HeldLock _ = HeldLock.on(lock)) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> file().add(verdicts()))
          .withMessage(
              "cannot write %s: %s has been locked by another process for 5 seconds; end that, or"
                  + " name another folder with -Dcleave.choice.folder=FOLDER",
              file().path(), lock);
    }
    assertThat(file().path()).doesNotExist();
    assertThat(file().add(verdicts())).isEqualTo(1);
  }

  @Test
  void aPipeIsNoLock() throws Exception {
    makePipe(folder.resolve("lock"));
    refuses();
  }

  private void refuses() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> file().add(verdicts()))
        .withMessage(
            "cannot write %s: the lock beside it is not a regular file; delete it", file().path());
  }

  @Test
  void aPipeOrADeviceHoldsNoRecords() throws Exception {
    makePipe(file().path());
    assertThat(file().read().size()).isZero();
    Files.delete(file().path());
    Files.createSymbolicLink(file().path(), Path.of("/dev/zero"));
    assertThat(file().read().size()).isZero();
    Files.delete(file().path());
  }

  private static void makePipe(Path path) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
  }
}

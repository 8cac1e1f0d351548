package io.cleave.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.file.tensor.Existing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What killed runs have left goes, and nothing else does.
class LeftoversTest {
  private static final String DEAD = "0123456789ab";
  private static final int MANY = 1000;

  @TempDir private Path folder = Path.of("");

  private void put(String name) throws IOException {
    Files.writeString(folder.resolve(name), name);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private AsideFiles begun(String name) throws IOException {
    AsideFiles begun = AsideFiles.begin(OutputFolder.check(folder), List.of(folder.resolve(name)));
    begun.createFolder();
    begun.create(0, List.of());
    begun.write(0, 0, MemorySegment.ofArray(new byte[] {'n', 'e', 'w'}));
    return begun;
  }

  @Test
  void onlyFilesOfADeadRunGo() throws IOException {
    List<String> others =
        List.of(
            ".a.tmp",
            ".a.0123456789ac.tmp",
            ".a.0123456789ab.tmp.b",
            "a.0123456789ab.tmp",
            ".0123456789ab.tmp",
            ".cleave.0123456789.lock",
            ".cleave.0123456789zz.lock",
            "a");
    for (String other : others) {
      put(other);
    }
    put(".a.%s.tmp".formatted(DEAD));
    put(".a.%s.packed.tmp".formatted(DEAD));
    put(".a.%s.old".formatted(DEAD));
    put(".cleave.%s.lock".formatted(DEAD));
    Leftovers.removeFrom(folder);
    assertThat(names()).containsExactlyInAnyOrderElementsOf(others);
    assertThat(folder.resolve("a")).hasContent("a");
  }

  /// As older versions left them: nobody knows whether their run is alive.
  @Test
  void filesOfARunWithoutALockStay() throws IOException {
    put(".a.%s.tmp".formatted(DEAD));
    Leftovers.removeFrom(folder);
    assertThat(names()).containsExactly(".a.%s.tmp".formatted(DEAD));
  }

  @Test
  void whatLostItsNameGetsItBack() throws IOException {
    put(".a.%s.old".formatted(DEAD));
    put(".cleave.%s.lock".formatted(DEAD));
    Leftovers.removeFrom(folder);
    assertThat(names()).containsExactly("a");
    assertThat(folder.resolve("a")).hasContent(".a.%s.old".formatted(DEAD));
  }

  /// Whoever opens a pipe waits for ever, and a link leads elsewhere.
  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @EnabledOnOs(OS.LINUX)
  void whatIsNoFileIsNoLock() throws Exception {
    Path pipe = folder.resolve(".cleave.%s.lock".formatted(DEAD));
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    put(".a.%s.tmp".formatted(DEAD));
    put(".a.abcdefabcdef.tmp");
    put("elsewhere");
    Files.createSymbolicLink(
        folder.resolve(".cleave.abcdefabcdef.lock"), folder.resolve("elsewhere"));
    List<String> before = names();
    Leftovers.removeFrom(folder);
    assertThat(names()).isEqualTo(before).hasSize(5);
  }

  /// In a folder that many may write to, one could have another's file removed, or renamed.
  @Test
  @EnabledOnOs(OS.LINUX)
  void whatBelongsToAnotherUserThanTheLockStays() throws IOException {
    put(".a.%s.tmp".formatted(DEAD));
    put(".b.%s.old".formatted(DEAD));
    put(".c.%s.tmp".formatted(DEAD));
    put(".cleave.%s.lock".formatted(DEAD));
    for (String name : List.of(".a.%s.tmp", ".b.%s.old")) {
      assumeTrue(isGivenAway(folder.resolve(name.formatted(DEAD))), "this user is not root");
    }
    Leftovers.removeFrom(folder);
    assertThat(names()).containsExactly(".a.%s.tmp".formatted(DEAD), ".b.%s.old".formatted(DEAD));
  }

  private static boolean isGivenAway(Path file) throws IOException {
    try {
      Files.setAttribute(file, "unix:uid", 12345);
      return true;
    } catch (FileSystemException _) {
      return false;
    }
  }

  /// In a folder that many may write to, anyone may put as many of both as there is room for.
  @Test
  void manyLocksAndManyFilesAreLookedAtOnce() throws IOException {
    for (int i = 0; i < MANY; i++) {
      put(".cleave.%012x.lock".formatted(i));
      put(".a.%012x.tmp".formatted(MANY + i));
    }
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Leftovers.removeFrom(folder);
    // Each file took more than 200 bytes for each lock.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(50L * MANY * MANY);
    assertThat(names()).hasSize(MANY).allMatch(name -> name.endsWith(".tmp"));
  }

  /// Nor is one that appears where a run is about to put its own.
  @Test
  void aRunLocksNothingThatIsThere() throws IOException {
    Path link = folder.resolve(".cleave.%s.lock".formatted(DEAD));
    Files.createSymbolicLink(link, folder.resolve("absent"));
    LiveRun run = LiveRun.begin(folder, DEAD);
    assertThat(names()).containsExactly(".cleave.%s.lock".formatted(DEAD));
    run.abandon();
  }

  @Test
  void filesOfARunInThisProcessStay() throws IOException {
    try (AsideFiles one = begun("a");
        AsideFiles other = begun("b")) {
      assertThat(names()).hasSize(4).allMatch(name -> name.startsWith("."));
      other.commit(Existing.REFUSED, Durability.NONE);
      one.commit(Existing.REFUSED, Durability.NONE);
    }
    assertThat(names()).containsExactly("a", "b");
  }

  @Test
  void manyRunsAtOnceAreRightAndTidyUp() throws Exception {
    put(".a.%s.tmp".formatted(DEAD));
    put(".cleave.%s.lock".formatted(DEAD));
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Callable<Boolean>> runs =
          IntStream.range(0, 40).<Callable<Boolean>>mapToObj(i -> () -> run("x" + i)).toList();
      for (var done : threads.invokeAll(runs)) {
        assertThat(done.get()).isTrue();
      }
    }
    assertThat(names()).hasSize(40).allMatch(name -> name.startsWith("x"));
  }

  private boolean run(String name) throws IOException {
    try (AsideFiles aside = begun(name)) {
      aside.commit(Existing.REFUSED, Durability.NONE);
    }
    return Files.readString(folder.resolve(name)).equals("new");
  }
}

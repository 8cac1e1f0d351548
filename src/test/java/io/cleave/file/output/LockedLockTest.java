package io.cleave.file.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.disk.Disk;
import io.cleave.disk.HeldLock;
import io.cleave.disk.Operation;
import io.cleave.disk.Trouble;
import io.cleave.file.tensor.Existing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A run whose lock somebody else has locked, between its creation and its being locked: whoever
/// may read a file may keep it locked for ever.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockedLockTest {
  @TempDir private Path folder = Path.of("");

  private final AtomicReference<@Nullable HeldLock> other = new AtomicReference<>();
  private final AtomicInteger attempts = new AtomicInteger();

  /// A disk on which another process is faster, and lets go before one of the attempts.
  private Disk disk(int last) {
    return new Disk(
        (_, operation) -> {
          if (operation.kind() == Operation.Kind.LOCK) {
            int attempt = attempts.incrementAndGet();
            if (attempt == 1) {
              other.set(HeldLock.on(operation.path()));
            } else if (attempt == last) {
              end();
            }
          }
          return Trouble.Extent.WHOLE;
        });
  }

  private void end() {
    HeldLock held = other.getAndSet(null);
    if (held != null) {
      held.close();
    }
  }

  private AsideFiles begun(Disk disk) throws IOException {
    Path out = disk.path(folder);
    AsideFiles begun = AsideFiles.begin(OutputFolder.check(out), List.of(out.resolve("a")));
    begun.createFolder();
    begun.create(0, List.of());
    return begun;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aRunGoesOnWithoutALockThatNobodyGivesIt() throws IOException {
    try (AsideFiles aside = begun(disk(Integer.MAX_VALUE))) {
      // Without one that says that the run is dead, others leave its files alone.
      assertThat(names()).singleElement().asString().endsWith(".tmp");
      Leftovers.removeFrom(folder);
      aside.commit(Existing.REFUSED, Durability.NONE);
    } finally {
      end();
    }
    assertThat(names()).containsExactly("a");
  }

  @Test
  void aRunWaitsForWhoeverLetsGoSoon() throws IOException {
    try (AsideFiles aside = begun(disk(4))) {
      assertThat(attempts).hasValue(4);
      assertThat(names()).hasSize(2).anyMatch(name -> name.endsWith(".lock"));
      aside.commit(Existing.REFUSED, Durability.NONE);
    }
    assertThat(names()).containsExactly("a");
  }

  /// What is closed meanwhile, as at the end of the process, does not wait.
  @Test
  void theEndOfAProcessDoesNotWait() throws Exception {
    Path out = disk(Integer.MAX_VALUE).path(folder);
    AsideFiles aside = AsideFiles.begin(OutputFolder.check(out), List.of(out.resolve("a")));
    Thread run = Thread.ofPlatform().start(() -> assertThatNoException(aside));
    while (attempts.get() < 2) {
      Thread.onSpinWait();
    }
    aside.close();
    assertThat(names()).isEmpty();
    run.join();
    end();
    assertThat(names()).isEmpty();
  }

  private static void assertThatNoException(AsideFiles aside) {
    try {
      aside.createFolder();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void nobodyElseMayOpenALock() throws IOException {
    LiveRun run = LiveRun.begin(folder, "0123456789ab");
    Path lock = folder.resolve(names().getFirst());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)))
        .isEqualTo("rw-------");
    run.end();
  }
}

package io.cleave.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Work that is done on a disk which fails at its first operation, then again at its second, and so
/// on until it passes, and each time in every way: what is in the folder then, and that the next
/// run succeeds.
///
/// Used by one thread.
public final class Ordeal {
  /// Work with more operations than this is tried at some of them, with `-Dcleave.thorough=true` at
  /// all.
  private static final int MOST = 100;

  private final Path folder;
  private final Work work;
  private final boolean isDurable;
  private final Snapshot made;
  private int step;
  private int tried;

  /// Writes to the folder.
  @FunctionalInterface
  public interface Work {
    /// Does it all.
    void run(Disk disk) throws IOException;
  }

  private Ordeal(Path folder, Work work, boolean isDurable, Snapshot made, int operations) {
    this.folder = folder;
    this.work = work;
    this.isDurable = isDurable;
    this.made = made;
    this.step = operations > MOST ? Seeds.rounds(operations / MOST * 20 + 1, 1) : 1;
  }

  /// Work that succeeds on a disk without trouble.
  ///
  /// @param folder all that it writes, and nothing else, is in here
  /// @param isDurable whether it promises that all is on the disk
  public static Ordeal of(Path folder, boolean isDurable, Work work) throws IOException {
    Disk disk = new Disk(Trouble.NONE);
    work.run(disk);
    Snapshot made = Snapshot.of(folder);
    assertThat(made.files()).isNotEmpty().isEqualTo(made.named().files());
    return new Ordeal(folder, work, isDurable, made, disk.operations().size());
  }

  /// Brings trouble to fewer operations, with `-Dcleave.thorough=true` to all.
  ///
  /// @param apart from one to the next
  public Ordeal sampled(int apart) {
    step = Math.max(step, Seeds.rounds(apart, 1));
    return this;
  }

  /// What the work makes.
  public Snapshot made() {
    return made;
  }

  /// How often the work was done with trouble.
  public int tried() {
    return tried;
  }

  /// All that may happen. Where one operation fails, there is no room from one on, or a file that
  /// is read or copied from ends too early, all is as it was before, but for files that are said to
  /// be replaced. Where half the bytes are moved, the rest follows. Where the process is killed,
  /// each file is as it was or as it is to be.
  public void suffers(Snapshot before) throws IOException {
    each(before, Trouble::at, this::requireUndone);
    each(before, Trouble::fullFrom, this::requireUndone);
    each(before, Trouble::endAt, this::requireUndone);
    each(before, Trouble::halfAt, this::requireDone);
    each(before, Trouble::deadAfter, this::requireWholeFiles);
  }

  private interface Check {
    void check(Attempt attempt) throws IOException;
  }

  /// One time that the work was done.
  ///
  /// @param failing the number of the operation
  /// @param problem what came of it; null if all went well
  private record Attempt(Snapshot before, int failing, Disk disk, @Nullable Exception problem) {
    boolean isOver() {
      return disk.operations().size() < failing;
    }

    /// Of the files that it had to do with.
    CharSequence[] names() {
      return disk.operations().stream()
          .flatMap(one -> Stream.of(one.path().toString(), one.target().toString()))
          .toArray(CharSequence[]::new);
    }

    @Override
    public String toString() {
      List<Operation> all = disk.operations();
      return "operation %s, %s of %s: %s"
          .formatted(failing, isOver() ? "none" : all.get(failing - 1), all, problem);
    }
  }

  private void each(Snapshot before, IntFunction<Trouble> troubles, Check check)
      throws IOException {
    int failing = 1 + (int) (Seeds.one() % step);
    Attempt attempt;
    do {
      before.restore(folder);
      attempt = attempt(before, failing, troubles.apply(failing));
      check.check(attempt);
      requireOrder(attempt);
      // The next run succeeds.
      work.run(new Disk(Trouble.NONE));
      assertThat(Snapshot.of(folder).named()).as("after %s", attempt).isEqualTo(made);
      tried++;
      failing += step;
    } while (!attempt.isOver());
  }

  private Attempt attempt(Snapshot before, int failing, Trouble trouble) {
    Disk disk = new Disk(trouble);
    PrintStream log = System.err;
    try {
      // What is logged of so much trouble is of no interest.
      System.setErr(new PrintStream(OutputStream.nullOutputStream()));
      work.run(disk);
      return new Attempt(before, failing, disk, null);
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      return new Attempt(before, failing, disk, e);
    } finally {
      System.setErr(log);
    }
  }

  private void requireOrder(Attempt attempt) {
    if (isDurable) {
      DurableOrder.require(attempt.disk(), attempt.problem() == null);
    } else {
      DurableOrder.requireNone(attempt.disk());
    }
  }

  private void requireUndone(Attempt attempt) throws IOException {
    Exception problem = attempt.problem();
    if (problem == null) {
      requireDone(attempt);
      return;
    }
    assertThat(problem).as("%s", attempt).isNotInstanceOf(IllegalArgumentException.class);
    assertThat(problem.getMessage()).as("%s", attempt).containsAnyOf(attempt.names());
    Snapshot before = attempt.before();
    Snapshot after = Snapshot.of(folder);
    assertThat(after.files()).as("%s", attempt).containsOnlyKeys(before.files().keySet());
    after
        .files()
        .forEach(
            (name, content) -> {
              if (!content.equals(before.files().get(name))) {
                assertThat(content).as("%s", attempt).isEqualTo(made.files().get(name));
                assertThat(problem.getMessage())
                    .contains("replaced")
                    .containsAnyOf(folder.resolve(name).toString(), " in all");
              }
            });
    assertThat(Files.exists(folder))
        .as("the folder after %s", attempt)
        .isEqualTo(!before.files().isEmpty());
  }

  private void requireDone(Attempt attempt) throws IOException {
    assertThat(attempt.problem()).as("%s", attempt).isNull();
    assertThat(Snapshot.of(folder).named()).as("%s", attempt).isEqualTo(made);
  }

  /// Every file is as it was before or as it is to be; there may be temporary files.
  private void requireWholeFiles(Attempt attempt) throws IOException {
    Snapshot named = Snapshot.of(folder).named();
    assertThat(named.files().keySet())
        .as("%s", attempt)
        .containsAll(attempt.before().files().keySet());
    named
        .files()
        .forEach(
            (name, content) ->
                assertThat(content)
                    .as("%s after %s", name, attempt)
                    .isIn(attempt.before().files().get(name), made.files().get(name)));
  }
}

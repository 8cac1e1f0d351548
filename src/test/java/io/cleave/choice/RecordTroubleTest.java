package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.cleave.disk.Disk;
import io.cleave.disk.Doomed;
import io.cleave.disk.MemoryFolder;
import io.cleave.disk.Operation;
import io.cleave.disk.Ordeal;
import io.cleave.disk.Snapshot;
import io.cleave.disk.Trouble;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `cleave tune` writes, on a disk that fails at each of its operations in turn.
class RecordTroubleTest {
  private static final Stamp STAMP = new Stamp("Linux amd64", "a processor", 2, "a JVM");

  @TempDir(factory = MemoryFolder.class)
  private Path folder = Path.of("");

  private void add(Disk disk, String occasion) throws IOException {
    add(disk, folder.resolve("records"), occasion);
  }

  private static void add(Disk disk, Path records, String occasion) throws IOException {
    Figures figures = new Figures("a", "1", .05, 1, 8, "expected");
    RecordFile.in(disk.path(records), STAMP)
        .add(List.of(new Verdict(occasion, "a", "won", true, true, List.of(figures))));
  }

  /// A process that adds one and stops at one point.
  static final class Adding {
    private Adding() {}

    /// @param args the point and the folder
    static void main(String[] args) throws IOException {
      add(Doomed.disk(Integer.parseInt(args[0])), Path.of(args[1]), "two");
    }
  }

  @Test
  void aKillLeavesTheOldOnesOrTheNew() throws IOException, InterruptedException {
    add(new Disk(Trouble.NONE), "one");
    Path records = folder.resolve("records");
    Snapshot before = Snapshot.of(records);
    Ordeal ordeal = Ordeal.of(records, false, disk -> add(disk, "two"));
    ordeal.isKilled(before, point -> Doomed.start(Adding.class, point, records.toString()));
    assertThat(ordeal.tried()).isPositive();
  }

  @Test
  void theFirstRecordsAreThereOrNot() throws IOException {
    Ordeal ordeal = Ordeal.of(folder.resolve("records"), false, disk -> add(disk, "one"));
    // The file that is locked stays, and so does its folder.
    ordeal.suffers(new Snapshot(Map.of("lock", "")));
    assertThat(ordeal.tried()).isGreaterThan(30);
  }

  @Test
  void whatCannotBeForgottenIsSaid() throws IOException {
    add(new Disk(Trouble.NONE), "one");
    Disk disk =
        new Disk(
            (_, operation) -> {
              if (operation.kind() == Operation.Kind.DELETE) {
                throw new AccessDeniedException(operation.path().toString());
              }
              return Trouble.Extent.WHOLE;
            });
    RecordFile file = RecordFile.in(disk.path(folder.resolve("records")), STAMP);
    assertThatIOException()
        .isThrownBy(file::delete)
        .withMessage("cannot delete %s: AccessDeniedException", file.path());
    assertThat(file.read().size()).isEqualTo(1);
  }

  @Test
  void moreAreAddedOrNot() throws IOException {
    add(new Disk(Trouble.NONE), "one");
    Snapshot before = Snapshot.of(folder.resolve("records"));
    Ordeal ordeal = Ordeal.of(folder.resolve("records"), false, disk -> add(disk, "two"));
    assertThat(Files.readString(RecordFile.in(folder.resolve("records"), STAMP).path()))
        .contains("one", "two");
    ordeal.suffers(before);
    assertThat(ordeal.tried()).isGreaterThan(40);
  }
}

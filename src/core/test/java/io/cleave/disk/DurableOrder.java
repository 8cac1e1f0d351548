package io.cleave.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.disk.Operation.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// The order in which files survive a power failure: all files are flushed, then renamed, then
/// their folder is flushed.
public final class DurableOrder {
  private final List<Operation> operations;

  private DurableOrder(List<Operation> operations) {
    this.operations = operations;
  }

  /// Checks what a disk was asked to do for work that is durable.
  ///
  /// @param done whether all went well; what failed may have ended anywhere
  public static void require(Disk disk, boolean done) {
    DurableOrder order = new DurableOrder(disk.operations());
    order.requireBytesBeforeNames();
    if (done) {
      order.requireFolderAfterNames();
    }
  }

  /// Checks it for work that is not: then nothing waits for the disk.
  public static void requireNone(Disk disk) {
    assertThat(disk.operations()).noneMatch(operation -> operation.kind() == Kind.FORCE);
  }

  private void requireBytesBeforeNames() {
    int firstName =
        IntStream.range(0, operations.size())
            .filter(i -> isNamed(operations.get(i)))
            .findFirst()
            .orElse(operations.size());
    for (int i = firstName; i < operations.size(); i++) {
      if (isNamed(operations.get(i))) {
        Path target = operations.get(i).target();
        int forced = last(Kind.FORCE, target);
        assertThat(forced).as("%s in %s", target, operations).isBetween(0, firstName - 1);
        assertThat(last(Kind.WRITE, target)).as("%s", operations).isLessThan(forced);
        assertThat(last(Kind.COPY, target)).as("%s", operations).isLessThan(forced);
      }
    }
  }

  private void requireFolderAfterNames() {
    Operation lastName =
        operations.stream()
            .filter(operation -> operation.kind() == Kind.MOVE)
            .reduce((_, later) -> later)
            .orElseThrow();
    int folder = last(Kind.FORCE, lastName.path().resolveSibling(""));
    assertThat(folder).as("%s", operations).isGreaterThan(operations.lastIndexOf(lastName));
  }

  /// A temporary file may take the place of another before that.
  private static boolean isNamed(Operation operation) {
    return operation.kind() == Kind.MOVE && operation.target().equals(operation.path());
  }

  private int last(Kind kind, Path target) {
    return IntStream.range(0, operations.size())
        .filter(i -> operations.get(i).kind() == kind && operations.get(i).target().equals(target))
        .reduce(-1, (_, later) -> later);
  }
}

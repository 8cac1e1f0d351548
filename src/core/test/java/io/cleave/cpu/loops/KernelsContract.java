package io.cleave.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.backend.Guarded;
import io.cleave.backend.MemoryKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What the kernels of every provider promise. The data ends with its last row, and parts stand
/// between guard bytes.
public abstract class KernelsContract {
  protected abstract Kernels kernels(Kinds kinds);

  /// Whether rows of so many columns have to be moved in one pass.
  protected abstract boolean takesColumns(int count, int run);

  @Test
  void movesRunsOfEveryLength() {
    for (int run = 1; run <= 200; run++) {
      for (int pitch : new int[] {run, run + 1, 2 * run, 3 * run + 1, run + 50}) {
        int offset = (pitch - run) / 2;
        check(new Strip(pitch, offset, run), 1 + run % 7, MemoryKind.BYTES);
        check(new Strip(pitch, pitch - run, run), 70, MemoryKind.BYTES);
      }
    }
  }

  @Test
  void movesRunsAroundBlocks() {
    for (int run = 505; run <= 520; run++) {
      check(new Strip(1031, 1031 - run, run), 3, MemoryKind.NATIVE);
    }
  }

  @Test
  void movesAnyNumberOfRows() {
    for (int rows = 1; rows <= 140; rows++) {
      check(new Strip(3, 2, 1), rows, MemoryKind.BYTES);
      check(new Strip(4, 0, 3), rows, MemoryKind.BYTES);
      check(new Strip(7, 1, 2), rows, MemoryKind.BYTES);
    }
  }

  @Test
  void movesBetweenAllKindsOfMemory() {
    for (MemoryKind data : MemoryKind.values()) {
      for (MemoryKind part : MemoryKind.values()) {
        for (Supplier<Arena> arena : List.<Supplier<Arena>>of(Arena::ofConfined, Arena::ofShared)) {
          check(new Strip(5, 3, 2), 90, data, part, arena);
          check(new Strip(140, 3, 130), 3, data, part, arena);
          check(new Strip(40, 4, 36), 9, data, part, arena);
        }
      }
    }
  }

  @Test
  void takesColumnsApart() {
    for (int count = 2; count <= 4; count++) {
      for (int run = 1; run <= 16; run *= 2) {
        for (int rows : new int[] {1, 3, 16, 63, 64, 65, 150, 9001}) {
          checkColumns(count, run, rows);
        }
      }
    }
  }

  /// One thread's memory makes other copies of the loops than memory of all.
  @Test
  void refusesMemoryOfOneThreadWhereItIsMadeForAll() {
    try (Arena one = Arena.ofConfined();
        Arena all = Arena.ofShared()) {
      MemorySegment shared = all.allocate(10_000);
      MemorySegment confined = one.allocate(10_000);
      for (int run : new int[] {1, 3, 7, 16, 60, 120}) {
        Mover mover = kernels(Kinds.of(shared, shared)).mover(new Strip(200, 0, run));
        mover.move(shared, 0, shared, 5000, 20);
        assertThatIllegalStateException()
            .isThrownBy(() -> mover.move(confined, 0, shared, 5000, 20));
        assertThatIllegalStateException()
            .isThrownBy(() -> mover.move(shared, 0, confined, 5000, 20));
      }
    }
  }

  private void check(Strip strip, int rows, MemoryKind kind) {
    check(strip, rows, kind, kind, Arena::ofConfined);
  }

  private void check(
      Strip strip, int rows, MemoryKind dataKind, MemoryKind partKind, Supplier<Arena> memory) {
    try (Arena arena = memory.get()) {
      int lead = (int) strip.pitch();
      MemorySegment data = random(dataKind, (rows + 1) * strip.pitch(), arena);
      Guarded part = Guarded.allocate(partKind, rows * strip.run(), rows % 3, arena);
      Mover mover = kernels(Kinds.of(data, part.whole())).mover(strip);
      // As a piece in the middle is moved: rows before it, and the part's bytes after them.
      mover.move(data, lead, part.whole(), part.before(), rows);
      part.requireIntact();
      assertThat(part.bytes())
          .as("%s rows of %s", rows, strip)
          .isEqualTo(expected(data, lead, strip, rows));
    }
  }

  private void checkColumns(int count, int run, int rows) {
    // Shared, as another test is of confined memory.
    try (Arena arena = Arena.ofShared()) {
      int row = count * run;
      MemorySegment data = random(MemoryKind.NATIVE, (long) rows * row, arena);
      Guarded[] parts =
          IntStream.range(0, count)
              .mapToObj(_ -> Guarded.allocate(MemoryKind.BYTES, (long) rows * run, 0, arena))
              .toArray(Guarded[]::new);
      MemorySegment[] memory =
          IntStream.range(0, count).mapToObj(i -> parts[i].whole()).toArray(MemorySegment[]::new);
      RowsMover mover = kernels(Kinds.of(data, memory[0])).columns(count, run);
      if (mover == null) {
        assertThat(takesColumns(count, run)).isFalse();
        return;
      }
      mover.move(data, 0, memory, parts[0].before(), rows);
      for (int i = 0; i < count; i++) {
        parts[i].requireIntact();
        assertThat(parts[i].bytes())
            .as("column %s of %s x %s, %s rows", i, count, run, rows)
            .isEqualTo(expected(data, 0, new Strip(row, (long) i * run, run), rows));
      }
    }
  }

  private static MemorySegment random(MemoryKind kind, long bytes, Arena arena) {
    byte[] content = new byte[(int) bytes];
    new Random(bytes).nextBytes(content);
    MemorySegment data = kind.allocate(bytes, arena).asSlice(0, bytes);
    return data.copyFrom(MemorySegment.ofArray(content));
  }

  private static byte[] expected(MemorySegment data, long from, Strip strip, int rows) {
    byte[] part = new byte[(int) (rows * strip.run())];
    for (int i = 0; i < part.length; i++) {
      long at = from + i / strip.run() * strip.pitch() + strip.offset() + i % strip.run();
      part[i] = data.get(ValueLayout.JAVA_BYTE, at);
    }
    return part;
  }
}

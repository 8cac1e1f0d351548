package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A file to be split while something happens.
abstract class MishapFixture {
  static final int ROWS = 100;
  static final int ROW = 300;

  @TempDir Path folder = Path.of("");
  Path input = Path.of("");
  Path out = Path.of("");
  boolean replaces;

  @BeforeEach
  void makeInput() throws IOException {
    input = folder.resolve("data.npy");
    out = folder.resolve("new/parts");
    Files.write(input, NpyBytes.ofBytes(ROWS, ROW));
  }

  @FunctionalInterface
  interface Mishap {
    void happen() throws IOException;
  }

  /// Lets something happen before the second window.
  static final class MishapSplitter extends PlainSplitter {
    private final Mishap mishap;
    private int windows;

    MishapSplitter(Mishap mishap) {
      this.mishap = mishap;
    }

    @Override
    public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
      try {
        if (++windows == 2) {
          mishap.happen();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      super.carryOut(plan, data, parts);
    }
  }

  List<WrittenPart> split(Mishap mishap, int count) throws IOException {
    return split(mishap, Target.in(out).replacing(replaces), count);
  }

  List<WrittenPart> split(Mishap mishap, Target target, int count) throws IOException {
    try (var splitter = new MishapSplitter(mishap)) {
      return new FileSplitter(splitter)
          .inTilesOf(10 * ROW)
          .write(
              SplitJob.of(input, data -> SplitPlan.of(data, 1, Cut.intoEqualParts(count)), target));
    }
  }

  void assertNothingIsLeft() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all).containsExactlyInAnyOrder(folder, input);
    }
  }
}

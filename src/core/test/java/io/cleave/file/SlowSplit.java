package io.cleave.file;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.npy.NpyReader;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/// A process that splits a file in two, for tests that end it or take its disk away.
final class SlowSplit {
  private SlowSplit() {}

  /// @param args the input, the output folder, and the milliseconds that each window takes
  static void main(String[] args) throws IOException {
    try (Arena arena = Arena.ofShared();
        var splitter = new Sleeper(Long.parseLong(args[2]))) {
      StoredTensor data = NpyReader.map(Path.of(args[0]), arena);
      SplitPlan plan = SplitPlan.of(data.plain(), 1, Cut.intoEqualParts(2));
      PartFiles files = PartFiles.numbered(Path.of(args[1]), "part", 2);
      new FileSplit(splitter).inWindowsOf(1 << 16).write(data, plan, files);
      System.out.println("done");
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }

  private static final class Sleeper extends PlainSplitter {
    private final long millis;

    Sleeper(long millis) {
      this.millis = millis;
    }

    @Override
    public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
      super.carryOut(plan, data, parts);
      System.out.println("window");
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}

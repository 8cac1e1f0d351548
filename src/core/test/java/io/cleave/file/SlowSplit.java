package io.cleave.file;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.Target;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/// A process that splits a file in two, for tests that end it or take its disk away.
final class SlowSplit {
  private SlowSplit() {}

  /// @param args the input, the output folder, and the milliseconds that each window takes
  static void main(String[] args) throws IOException {
    try (var splitter = new Sleeper(Long.parseLong(args[2]))) {
      StoredTensor data = Opened.first(Path.of(args[0]));
      SplitPlan plan = SplitPlan.of(data.layout().plain(), 1, Cut.intoEqualParts(2));
      Target files = Opened.numbered(Path.of(args[1]), "part", 2);
      Opened.write(new FileSplitter(splitter).inWindowsOf(1 << 16), data, plan, files);
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

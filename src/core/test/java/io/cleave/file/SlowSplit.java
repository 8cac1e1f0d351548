package io.cleave.file;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.Target;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/// A process that splits a file in two, for tests that end it or take its disk away.
final class SlowSplit {
  private SlowSplit() {}

  /// @param args the input, the output folder, and the milliseconds that each window takes
  static void main(String[] args) throws IOException {
    long nanos = Long.parseLong(args[2]) * 1_000_000;
    try (var splitter =
        new PlainSplitter(
            (_, _) -> {
              System.out.println("window");
              LockSupport.parkNanos(nanos);
            })) {
      StoredTensor data = Opened.first(Path.of(args[0]));
      SplitPlan plan = SplitPlan.of(data.layout().plain(), 1, Cut.intoEqualParts(2));
      Target files = Opened.named(Path.of(args[1]), "part.0", "part.1");
      Opened.write(new FileSplitter(splitter).inTilesOf(1 << 16), data, plan, files);
      System.out.println("done");
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }
}

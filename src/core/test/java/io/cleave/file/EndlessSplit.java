package io.cleave.file;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.FileSplitter;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;

/// A process that splits a file in two again and again, under the same names and under new ones,
/// for a test that kills it.
final class EndlessSplit {
  private EndlessSplit() {}

  /// @param args the input and the output folder
  static void main(String[] args) throws IOException {
    try (var splitter = new PlainSplitter()) {
      StoredTensor data = Opened.first(Path.of(args[0]));
      SplitPlan plan = SplitPlan.of(data.layout().plain(), 1, Cut.intoEqualParts(2));
      FileSplitter split = new FileSplitter(splitter).inWindowsOf(1 << 18).replacing(true);
      for (int round = 0; true; round++) {
        Opened.write(split, data, plan, Opened.numbered(Path.of(args[1]), "part" + round % 3, 2));
        if (round == 0) {
          System.out.println("begun");
        }
      }
    }
  }
}

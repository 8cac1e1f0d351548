package io.cleave.file;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.npy.NpyReader;
import io.cleave.file.tensor.Existing;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/// A process that splits a file in two again and again, under the same names and under new ones,
/// for a test that kills it.
final class EndlessSplit {
  private EndlessSplit() {}

  /// @param args the input and the output folder
  static void main(String[] args) throws IOException {
    try (Arena arena = Arena.ofShared();
        var splitter = new PlainSplitter()) {
      StoredTensor data = NpyReader.map(Path.of(args[0]), arena);
      SplitPlan plan = SplitPlan.of(data.plain(), 1, Cut.intoEqualParts(2));
      FileSplit split = new FileSplit(splitter).inWindowsOf(1 << 18).with(Existing.REPLACED);
      for (int round = 0; true; round++) {
        split.write(data, plan, PartFiles.numbered(Path.of(args[1]), "part" + round % 3, 2));
        if (round == 0) {
          System.out.println("begun");
        }
      }
    }
  }
}

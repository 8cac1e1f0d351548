package io.cleave.choice;

import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A tuning file in a folder of a test's own.
public final class TuningFixture {
  private final Path path;

  /// @param folder where the file is
  public TuningFixture(Path folder) {
    this.path = folder.resolve("tuning.jsonl");
  }

  /// What the file holds now.
  public TuningFile file() {
    return TuningFile.read(path);
  }

  /// Reads a file of these bytes, and has it written and read once more.
  ///
  /// @return how many lines it has
  /// @throws AssertionError if they have changed
  public int read(byte[] bytes) throws IOException {
    Files.write(path, bytes);
    TuningFile read = file();
    int written = read.add(List.of());
    TuningFile again = file();
    if (written != read.size() || !again.describe().equals(read.describe())) {
      throw new AssertionError("%s, and then %s".formatted(read.describe(), again.describe()));
    }
    return read.size();
  }

  /// A file that has one candidate be the fastest for each plan in native memory.
  ///
  /// @param ranks which one, counted from 1 for the last
  public TuningFile favouring(Field field, Map<SplitPlan, Integer> ranks) throws IOException {
    List<Verdict> verdicts = new ArrayList<>();
    ranks.forEach((plan, rank) -> verdicts.add(favouring(field, plan, rank)));
    file().add(verdicts);
    return file();
  }

  private static Verdict favouring(Field field, SplitPlan plan, int rank) {
    MemoryClass memory = MemoryClass.NATIVE;
    List<Candidate> all = field.candidates(plan, memory);
    Candidate winner = all.get(all.size() - rank);
    Occasion occasion = Occasion.of(field.name(), plan, memory.toString(), all);
    return verdict(occasion.text(), winner.name(), winner.revision());
  }

  static Verdict verdict(String occasion, String winner, String revision) {
    Figures faster = new Figures(winner, revision, .04, .8, 8, "faster");
    return new Verdict(occasion, winner, "won", true, true, List.of(faster));
  }
}

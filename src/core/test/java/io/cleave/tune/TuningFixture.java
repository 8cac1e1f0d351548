package io.cleave.tune;

import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
    if (written != read.byKey().size() || !again.byKey().equals(read.byKey())) {
      throw new AssertionError("%s, and then %s".formatted(read.byKey(), again.byKey()));
    }
    return written;
  }

  /// The file with one more result.
  TuningFile storing(String splitter, SplitPlan plan, String fastest, String revision) {
    try {
      file().add(List.of(result(TuningFile.key(splitter, plan), fastest, revision)));
      return file();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static TuningResult result(String key, String fastest, String revision) {
    return new TuningResult(key, fastest, revision, "faster", true, List.of(fastest + ": faster"));
  }
}

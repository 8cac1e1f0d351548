package io.cleave.file;

import io.cleave.file.format.Entry;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.OutputFolder;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A file that is open as long as an arena.
public record Opened(StoredFile stored) {
  public static Opened open(Path file, Arena arena) throws IOException {
    return open(file, ReadOptions.asStored(), arena);
  }

  @SuppressWarnings("restricted")
  public static Opened open(Path file, ReadOptions options, Arena arena) throws IOException {
    StoredFile stored = StoredFile.open(file, options);
    MemorySegment _ = MemorySegment.NULL.reinterpret(arena, _ -> stored.close());
    return new Opened(stored);
  }

  /// The first tensor of a file.
  public static StoredTensor first(Path file) throws IOException {
    try (StoredFile stored = StoredFile.open(file, ReadOptions.asStored())) {
      return stored.select(List.of()).getFirst();
    }
  }

  public Path file() {
    return stored.file();
  }

  public Format format() {
    return stored.format();
  }

  public List<Entry> entries() {
    return stored.entries();
  }

  public List<String> others() {
    return stored.others();
  }

  public Map<String, String> metadata() {
    return stored.metadata();
  }

  public List<StoredTensor> tensors() throws IOException {
    return stored.select(List.of());
  }

  public List<StoredTensor> select(List<String> patterns) throws IOException {
    return stored.select(patterns);
  }

  /// Files that are named after the parts alone.
  public static Target named(Path folder, String... names) {
    OutputFolder out = new OutputFolder(folder, false, false);
    return new Target(out, List.of(names), Format.NPY, false, false, false);
  }

  /// Splits a tensor that is alone in its file.
  public static List<WrittenPart> write(
      FileSplitter splitter, StoredTensor tensor, SplitPlan plan, Target target)
      throws IOException {
    return splitter.write(SplitJob.of(tensor.data().file().path(), _ -> plan, target));
  }
}

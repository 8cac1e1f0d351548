package io.cleave.file.output;

import io.cleave.file.stored.Container.Chunk;
import io.cleave.file.tensor.Existing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Writes small files whose bytes are in memory, such as reports and drawings, as parts are
/// written.
public final class WholeFiles {
  private WholeFiles() {}

  /// Writes files, replacing those of the same names. A link is replaced itself, not the file that
  /// it leads to.
  ///
  /// @param files their bytes by their names, all in one folder, which is there
  /// @throws IllegalArgumentException if they cannot be put there
  /// @throws IOException if the system fails; then all is as it was, or [AsideFiles#whatIsLeft]
  ///   says what is not
  public static void replace(Map<Path, byte[]> files) throws IOException {
    List<Path> targets = files.keySet().stream().map(Path::toAbsolutePath).toList();
    Path folder = Objects.requireNonNull(targets.getFirst().getParent(), "no file is a root");
    try (AsideFiles aside = AsideFiles.begin(OutputFolder.check(folder), targets)) {
      aside.createFolder();
      int index = 0;
      for (byte[] content : files.values()) {
        aside.create(index++, List.of(new Chunk(0, MemorySegment.ofArray(content))));
      }
      aside.commit(Existing.REPLACED, false);
    }
  }
}

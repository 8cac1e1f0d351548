package io.cleave.file.io;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// Compresses archives as a split does.
public final class Compressed {
  private Compressed() {}

  public static Path archive(Path stored, Path packed, int members) throws IOException {
    Path folder = Objects.requireNonNull(packed.getParent());
    AtomicFiles.write(
        new OutputFolder(folder, false, false),
        List.of(packed),
        files -> {
          files.file(0).create();
          files.file(0).write(0, MemorySegment.ofArray(Files.readAllBytes(stored)));
          files.deflate(files.file(0), members, false);
        });
    return packed;
  }
}

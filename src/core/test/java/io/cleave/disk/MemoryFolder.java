package io.cleave.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/// Gives tests a folder in memory where Linux has one: removing folders on a disk took most of the
/// time of tests that do it thousands of times.
public final class MemoryFolder implements TempDirFactory {
  private static final Path SHARED = Path.of("/dev/shm");

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws IOException {
    return Files.isWritable(SHARED)
        ? Files.createTempDirectory(SHARED, "cleave")
        : Files.createTempDirectory("cleave");
  }
}

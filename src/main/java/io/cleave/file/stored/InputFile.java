package io.cleave.file.stored;

import io.cleave.file.tensor.BadFileException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Opens a file that can be mapped, or says why there is none.
final class InputFile {
  private InputFile() {}

  static FileChannel open(Path file) throws IOException {
    // Before it is opened: opening a pipe would wait for its writer.
    requireRegular(file);
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException _) {
      throw missing(file);
    } catch (AccessDeniedException _) {
      throw new BadFileException(
          "%s may not be read by this user; check its permissions".formatted(file));
    }
  }

  private static void requireRegular(Path file) {
    if (file.toString().isEmpty()) {
      throw new BadFileException("the name of the file is empty; give one");
    }
    if (Files.isDirectory(file)) {
      throw new BadFileException("%s is a folder; give a file".formatted(file));
    }
    if (!Files.exists(file)) {
      throw missing(file);
    }
    if (!Files.isRegularFile(file)) {
      throw new BadFileException(
          "%s is not a regular file and cannot be mapped; save its content to a file first"
              .formatted(file));
    }
  }

  private static BadFileException missing(Path file) {
    return new BadFileException(
        "%s does not exist, or its folder may not be read; check the name".formatted(file));
  }
}

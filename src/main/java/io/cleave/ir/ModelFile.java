package io.cleave.ir;

import io.cleave.limit.InputLimits;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Opens one of a model's files, or says why that cannot be.
final class ModelFile {
  private ModelFile() {}

  static InputStream open(Path file, InputLimits limits) throws IOException {
    requireRegular(file);
    try {
      requireAllowed(file, limits, Files.size(file));
      return new NamedStream(Files.newInputStream(file), file, limits);
    } catch (NoSuchFileException _) {
      throw missing(file);
    } catch (AccessDeniedException _) {
      throw BadModelException.in(file, "it may not be read by this user; check its permissions");
    }
  }

  /// Before anything is opened: opening a pipe would wait for its writer.
  static void requireRegular(Path file) {
    if (file.toString().isEmpty()) {
      throw new BadModelException("the name of the model is empty; give the .xml file");
    }
    if (Files.isDirectory(file)) {
      throw BadModelException.in(file, "it is a folder; give the .xml file in it");
    }
    if (!Files.exists(file)) {
      throw missing(file);
    }
    if (!Files.isRegularFile(file)) {
      throw BadModelException.in(file, "it is not a regular file; save its content to one first");
    }
  }

  private static BadModelException missing(Path file) {
    return BadModelException.in(
        file, "it does not exist, or its folder may not be read; check the name");
  }

  private static void requireAllowed(Path file, InputLimits limits, long bytes) {
    try {
      limits.requireHeader("its text", bytes);
    } catch (IllegalArgumentException e) {
      throw BadModelException.in(file, String.valueOf(e.getMessage()));
    }
  }

  /// Says which file cannot be read. The JDK's own messages do not. And a file may grow while it is
  /// read.
  private static final class NamedStream extends FilterInputStream {
    private final Path file;
    private final InputLimits limits;
    private long count;

    NamedStream(InputStream bytes, Path file, InputLimits limits) {
      super(bytes);
      this.file = file;
      this.limits = limits;
    }

    private int counted(int read, int bytes) {
      if (read >= 0) {
        count += bytes;
        requireAllowed(file, limits, count);
      }
      return read;
    }

    @Override
    public int read() throws IOException {
      try {
        return counted(super.read(), 1);
      } catch (IOException e) {
        throw failure(e);
      }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        int read = super.read(target, offset, length);
        return counted(read, read);
      } catch (IOException e) {
        throw failure(e);
      }
    }

    private IOException failure(IOException e) {
      return new IOException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}

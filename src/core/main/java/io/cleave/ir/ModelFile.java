package io.cleave.ir;

import io.cleave.file.Limits;
import io.cleave.ir.text.MalformedXmlException;
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

  /// @throws MalformedXmlException if it is larger than that, also while it is read
  /// @throws BadModelException if it cannot be opened
  static InputStream open(Path file, Limits limits) throws IOException {
    requireRegular(file);
    try {
      requireAllowed(limits, Files.size(file));
      return new CountedStream(Files.newInputStream(file), limits);
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

  private static void requireAllowed(Limits limits, long bytes) {
    try {
      limits.requireHeader("its text", bytes);
    } catch (IllegalArgumentException e) {
      throw new MalformedXmlException(0, String.valueOf(e.getMessage()));
    }
  }

  /// A file may grow while it is read.
  private static final class CountedStream extends FilterInputStream {
    private final Limits limits;
    private long count;

    CountedStream(InputStream bytes, Limits limits) {
      super(bytes);
      this.limits = limits;
    }

    @Override
    public int read() throws IOException {
      return counted(super.read(), 1);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = super.read(target, offset, length);
      return counted(read, read);
    }

    private int counted(int read, int bytes) {
      if (read >= 0) {
        count += bytes;
        requireAllowed(limits, count);
      }
      return read;
    }
  }
}

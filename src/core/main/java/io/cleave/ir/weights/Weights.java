package io.cleave.ir.weights;

import io.cleave.plan.ElementType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/// A model's `.bin` file, of any size: what is needed of it is read or mapped when it is needed.
///
/// @param file the file
/// @param isMissing whether it does not exist though the model has constants: splits can be listed
///   without it
public record Weights(Path file, boolean isMissing) {
  /// A mapping takes whole pages and several calls of the system; constants are mostly tiny.
  private static final long READ_BYTES = 64 << 10;

  /// The file that belongs to an `.xml` file: beside it, under the same name.
  public static Weights beside(Path xml) {
    String name = String.valueOf(xml.getFileName());
    int dot = name.lastIndexOf('.');
    Path file = xml.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".bin");
    return new Weights(file, !Files.exists(file));
  }

  /// The same for a model without constants, which does not miss it.
  public Weights notNeeded() {
    return new Weights(file, false);
  }

  /// How many bytes it has.
  ///
  /// @throws IllegalArgumentException if it is none that could have any
  public long length() throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "its data is in %s, which is not a regular file; put the .bin there".formatted(file));
    }
    return Files.size(file);
  }

  /// Checks that a constant lies within it.
  ///
  /// @param length how many bytes it has
  /// @throws IllegalArgumentException if the constant does not
  public void requireWithin(Constant constant, long length) {
    if (constant.size() > length - constant.offset()) {
      throw new IllegalArgumentException(
          "its data is %s bytes from byte %s on of %s, which has %s; copy both files again"
              .formatted(constant.size(), constant.offset(), file, length));
    }
  }

  /// Whether the data of a constant is in a file that does not exist.
  public boolean lacks(Constant constant) {
    return isMissing && constant.size() > 0;
  }

  /// Checks that the data of a constant is there.
  ///
  /// @throws IllegalArgumentException if its file does not exist
  public void requireData(Constant constant) {
    if (lacks(constant)) {
      throw new IllegalArgumentException(
          "its data is in %s, which does not exist; put it beside the .xml file".formatted(file));
    }
  }

  /// Reads a small constant.
  public byte[] read(Constant constant, ElementType type) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(constant.bytes(type)));
    if (!bytes.hasRemaining()) {
      return bytes.array();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, constant.offset() + bytes.position()) < 0) {
          throw new IOException("it shrank while it was read");
        }
      }
      return bytes.array();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /// The bytes of a constant: read if they are few, mapped read-only if they are many.
  ///
  /// @param arena owns the mapping
  public MemorySegment load(Constant constant, ElementType type, Arena arena) throws IOException {
    return constant.bytes(type) <= READ_BYTES
        ? MemorySegment.ofArray(read(constant, type))
        : map(constant, type, arena);
  }

  private MemorySegment map(Constant constant, ElementType type, Arena arena) throws IOException {
    long bytes = constant.bytes(type);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() < constant.offset() + bytes) {
        throw new IOException("it shrank while it was read");
      }
      return channel.map(FileChannel.MapMode.READ_ONLY, constant.offset(), bytes, arena);
    } catch (UnsupportedOperationException e) {
      throw failure(
          new IOException("its file system cannot map files; copy it to one that can", e));
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private IOException failure(IOException e) {
    return new IOException("cannot read %s: %s".formatted(file, reason(e)), e);
  }

  /// The JDK's own message may be a bare file name, or none.
  private static String reason(IOException e) {
    return switch (e) {
      case ClosedByInterruptException _ -> "interrupted";
      case NoSuchFileException _ -> "it does not exist";
      default -> Objects.requireNonNullElseGet(e.getMessage(), e::toString);
    };
  }
}

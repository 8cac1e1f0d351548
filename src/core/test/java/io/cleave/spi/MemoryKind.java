package io.cleave.spi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The kinds of memory that a caller may hand over.
public enum MemoryKind {
  /// A `byte[]`.
  BYTES,
  /// A `short[]`.
  SHORTS,
  /// A `char[]`.
  CHARS,
  /// An `int[]`.
  INTS,
  /// A `long[]`.
  LONGS,
  /// A `float[]`.
  FLOATS,
  /// A `double[]`.
  DOUBLES,
  /// Memory outside the heap.
  NATIVE,
  /// A file.
  MAPPED;

  /// Memory of this kind, of at least so many bytes.
  public MemorySegment allocate(long bytes, Arena arena) {
    int longs = Math.toIntExact(Math.ceilDiv(bytes, Long.BYTES));
    return switch (this) {
      case BYTES -> MemorySegment.ofArray(new byte[longs * Long.BYTES]);
      case SHORTS -> MemorySegment.ofArray(new short[longs * 4]);
      case CHARS -> MemorySegment.ofArray(new char[longs * 4]);
      case INTS -> MemorySegment.ofArray(new int[longs * 2]);
      case LONGS -> MemorySegment.ofArray(new long[longs]);
      case FLOATS -> MemorySegment.ofArray(new float[longs * 2]);
      case DOUBLES -> MemorySegment.ofArray(new double[longs]);
      case NATIVE -> arena.allocate(Math.max(1, bytes), 16);
      case MAPPED -> map(Math.max(1, bytes), arena);
    };
  }

  /// A mapping of a sparse temporary file, which is deleted at once.
  public static MemorySegment map(long bytes, Arena arena) {
    try {
      Path file = Files.createTempFile("cleave", ".bin");
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

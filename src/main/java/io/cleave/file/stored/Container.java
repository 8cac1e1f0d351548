package io.cleave.file.stored;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// What stands in a file around the data of its tensors. Made from their names and layouts, before
/// any data is there: so the data of all tensors of all files of a split can be written as it
/// comes, in any order.
///
/// An immutable value.
public interface Container {
  /// Bytes of the file that are no tensor's data.
  ///
  /// @param offset where in the file they stand
  /// @param bytes the bytes
  record Chunk(long offset, MemorySegment bytes) {}

  /// Where the data of each tensor begins, in the order in which the tensors were given. It ends
  /// after as many bytes as the tensor's layout takes.
  List<Long> data();

  /// What is known at once: headers, names, shapes.
  List<Chunk> opening();

  /// Whether [#closing] needs the checksum of each tensor's data.
  default boolean needsChecksums() {
    return false;
  }

  /// What is known only when the data is there: nothing where no checksums are needed.
  ///
  /// @param crc32 the checksum of each tensor's data, in order; empty if none is needed
  default List<Chunk> closing(List<Integer> crc32) {
    return List.of();
  }
}

package io.cleave.file.stored;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.zip.CRC32;

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

  /// The checksums that [#closing] needs, one for each tensor, still without the tensor's data;
  /// empty if it needs none.
  default List<CRC32> checksums() {
    return List.of();
  }

  /// What is known only when the data is there: nothing where no checksums are needed.
  ///
  /// @param crc32 the values of the checksums, with the data
  default List<Chunk> closing(List<Integer> crc32) {
    return List.of();
  }
}

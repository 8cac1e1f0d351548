package io.cleave.file;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// A `.npy` file: a header, then the data of its one tensor.
///
/// @param header the header's bytes
record NpyContainer(MemorySegment header) implements Container {
  /// @throws IllegalArgumentException if NumPy lacks the type
  static NpyContainer of(Layout tensor) {
    return new NpyContainer(MemorySegment.ofArray(NpyHeaderWriter.encode(tensor)));
  }

  @Override
  public List<Long> data() {
    return List.of(header.byteSize());
  }

  @Override
  public List<Chunk> opening() {
    return List.of(new Chunk(0, header));
  }

  @Override
  public boolean needsChecksums() {
    return false;
  }

  @Override
  public List<Chunk> closing(List<Integer> crc32) {
    return List.of();
  }
}

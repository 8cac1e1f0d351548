package io.cleave.file;

import io.cleave.file.output.PartRegion;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.tensor.Layout;
import io.cleave.file.window.PartSink;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Writes the parts of one tensor to their regions.
final class WritingSink implements PartSink {
  private final List<PartRegion> regions;
  private final LittleEndian order;
  private final Progress progress;

  /// @param regions one for each part
  /// @param arena owns the buffer for what must be converted
  WritingSink(List<PartRegion> regions, Layout data, Arena arena, Progress progress) {
    this.regions = regions;
    this.order = new LittleEndian(data, arena);
    this.progress = progress;
  }

  @Override
  public void append(int part, MemorySegment bytes) throws IOException {
    PartRegion region = regions.get(part);
    for (long from = 0; from < bytes.byteSize(); from += LittleEndian.PIECE) {
      long size = Math.min(LittleEndian.PIECE, bytes.byteSize() - from);
      region.append(order.of(bytes.asSlice(from, size)));
      progress.advance(size);
    }
  }
}

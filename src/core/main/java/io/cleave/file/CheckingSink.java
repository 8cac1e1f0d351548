package io.cleave.file;

import io.cleave.file.output.PartRegion;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.stored.Staging;
import io.cleave.file.tensor.Layout;
import io.cleave.file.window.PartSink;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Compares the parts of one tensor with what stands in their regions.
final class CheckingSink implements PartSink {
  private final List<PartRegion> regions;
  private final LittleEndian order;
  private final Progress progress;
  private final Staging staging;
  private final long[] checked;

  /// @param regions one for each part
  /// @param arena owns the buffers
  CheckingSink(List<PartRegion> regions, Layout data, Arena arena, Progress progress) {
    this.regions = regions;
    this.order = new LittleEndian(data, arena);
    this.progress = progress;
    this.staging = new Staging(arena);
    this.checked = new long[regions.size()];
  }

  @Override
  public void append(int part, MemorySegment bytes) throws IOException {
    PartRegion region = regions.get(part);
    for (long from = 0; from < bytes.byteSize(); from += LittleEndian.PIECE) {
      long size = Math.min(LittleEndian.PIECE, bytes.byteSize() - from);
      check(part, region, order.of(bytes.asSlice(from, size)));
      progress.advance(size);
    }
  }

  private void check(int part, PartRegion region, MemorySegment expected) throws IOException {
    MemorySegment written = staging.of(expected.byteSize());
    int read = region.read(checked[part], written);
    long differs = expected.mismatch(written.asSlice(0, read));
    if (differs >= 0) {
      long at = checked[part] + differs;
      throw new WrongPartException(part, region.target(), at, region.inFile(at));
    }
    checked[part] += expected.byteSize();
  }
}

package io.cleave.cpu;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The work of a plan that counts bits: each piece is a range of whole bytes of one part, so that
/// no two pieces write the same byte.
final class BitChunks implements Work {
  private final BitCopier copier;
  private final List<Part> moved;
  private final MemorySegment[] targets;
  private final long chunkBytes;

  /// The number of the first chunk of each part, and the number of all chunks as the last element.
  private final long[] firstChunk;

  BitChunks(
      SplitPlan plan,
      MemorySegment data,
      List<? extends @Nullable MemorySegment> parts,
      long chunkBytes) {
    this.copier = new BitCopier(data, plan.type().bitOrder());
    this.moved = plan.parts().stream().filter(part -> part.isWanted() && !part.isEmpty()).toList();
    this.targets =
        moved.stream()
            .map(part -> Objects.requireNonNull(parts.get(part.index())))
            .toArray(MemorySegment[]::new);
    this.chunkBytes = chunkBytes;
    this.firstChunk = new long[moved.size() + 1];
    for (int i = 0; i < moved.size(); i++) {
      firstChunk[i + 1] = firstChunk[i] + Math.ceilDiv(moved.get(i).bytes(), chunkBytes);
    }
  }

  @Override
  public long pieces() {
    return firstChunk[moved.size()];
  }

  @Override
  public LongConsumer worker() {
    return this::copy;
  }

  private void copy(long piece) {
    int found = Arrays.binarySearch(firstChunk, piece);
    int index = found >= 0 ? found : -found - 2;
    Part part = moved.get(index);
    long begin = (piece - firstChunk[index]) * chunkBytes;
    long end = Math.min(part.bytes(), begin + chunkBytes);
    copier.copy(part, targets[index], begin, end);
  }
}

package io.cleave.cli.bench;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;

/// The baseline: a copy of the same bytes in plain Java.
///
/// @param threads the number of threads that share the copy
public record PlainCopy(int threads) implements Candidate {
  @Override
  public Label label() {
    return new Label("cpu", "", threads == 1 ? "copy, 1 thread" : "copy, " + threads + " threads");
  }

  @Override
  public Role role() {
    return Role.COPY;
  }

  @Override
  public Trial prepare(SplitPlan plan, MemorySegment data, List<MemorySegment> outputs) {
    MemorySegment copy = outputs.getFirst();
    Runnable work =
        threads == 1
            ? () -> copy(data, copy, 0)
            : () -> IntStream.range(0, threads).parallel().forEach(i -> copy(data, copy, i));
    return new Trial(work, outputs::get, () -> {});
  }

  private void copy(MemorySegment data, MemorySegment copy, int share) {
    long begin = begin(data, share);
    MemorySegment.copy(data, begin, copy, begin, begin(data, share + 1) - begin);
  }

  /// Shares begin at cache lines.
  private long begin(MemorySegment data, int share) {
    return share == threads ? data.byteSize() : data.byteSize() / threads * share / 64 * 64;
  }
}

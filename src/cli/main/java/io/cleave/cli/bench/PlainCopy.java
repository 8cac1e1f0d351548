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
    return new CopyTrial(data, outputs.getFirst(), threads);
  }

  private record CopyTrial(MemorySegment data, MemorySegment copy, int threads) implements Trial {
    @Override
    public void run() {
      if (threads == 1) {
        MemorySegment.copy(data, 0, copy, 0, data.byteSize());
      } else {
        IntStream.range(0, threads).parallel().forEach(this::copy);
      }
    }

    private void copy(int share) {
      long begin = begin(share);
      MemorySegment.copy(data, begin, copy, begin, begin(share + 1) - begin);
    }

    /// Shares begin at cache lines.
    private long begin(int share) {
      return share == threads ? data.byteSize() : data.byteSize() / threads * share / 64 * 64;
    }

    @Override
    public MemorySegment part(int index) {
      return copy;
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}

package io.cleave.bench.peers;

import io.cleave.bench.Contender;
import io.cleave.bench.Label;
import io.cleave.bench.Run;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Copies the data as it is, on one thread: what the others are measured against. Its parts are
/// wrong, of course.
final class PlainCopy implements Contender {
  @Override
  public Label label() {
    return new Label("copy", "", "1 thread");
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    Arena arena = Arena.ofShared();
    return new CopyRun(plan, data, arena.allocate(data.byteSize(), 64), arena);
  }

  private record CopyRun(SplitPlan plan, MemorySegment from, MemorySegment to, Arena arena)
      implements Run {
    @Override
    public void once() {
      to.copyFrom(from);
    }

    @Override
    public MemorySegment part(int index) {
      Part part = plan.part(index);
      return to.asSlice(part.offset(), part.bytes());
    }

    @Override
    public void close() {
      arena.close();
    }
  }
}

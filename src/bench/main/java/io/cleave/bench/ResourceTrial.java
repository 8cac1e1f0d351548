package io.cleave.bench;

import io.cleave.cli.bench.Trial;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/// A trial that holds native resources.
///
/// @param resources closed with the trial
/// @param work splits once
/// @param parts gives a part
public record ResourceTrial(Resources resources, Runnable work, IntFunction<MemorySegment> parts)
    implements Trial {
  @Override
  public void run() {
    work.run();
  }

  @Override
  public MemorySegment part(int index) {
    return parts.apply(index);
  }

  @Override
  public void close() {
    resources.close();
  }
}

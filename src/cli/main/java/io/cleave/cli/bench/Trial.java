package io.cleave.cli.bench;

import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/// A candidate that is ready to carry out one split again and again. Used by one thread.
///
/// @param work splits once: the code that is timed. All parts are in memory of their own when it
///   returns
/// @param parts gives a part as the last run wrote it
/// @param closing releases everything
public record Trial(Runnable work, IntFunction<MemorySegment> parts, Runnable closing)
    implements AutoCloseable {
  @Override
  public void close() {
    closing.run();
  }
}

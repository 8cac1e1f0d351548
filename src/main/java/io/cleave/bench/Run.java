package io.cleave.bench;

import java.lang.foreign.MemorySegment;

/// One contender, ready to split one tensor again and again. Used by one thread.
public interface Run extends AutoCloseable {
  /// Splits once: what is timed. All parts are in memory of their own when it returns.
  void once();

  /// What [#once()] made of a part, to be checked.
  MemorySegment part(int index);

  /// Gives everything back.
  @Override
  void close();
}

package io.cleave.bench;

import java.lang.foreign.MemorySegment;

/// One contender, ready to split one tensor again and again. Used by one thread.
public interface Run extends AutoCloseable {
  /// Splits once: what is timed. All parts are in memory of their own when it returns.
  void once();

  /// What [#once()] made of a part that is wanted, to be checked.
  MemorySegment part(int index);

  /// The way it has come to do it, for those who choose among several; else empty.
  default String way() {
    return "";
  }

  /// Gives everything back.
  @Override
  void close();
}

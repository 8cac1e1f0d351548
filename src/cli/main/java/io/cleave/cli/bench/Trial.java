package io.cleave.cli.bench;

import java.lang.foreign.MemorySegment;

/// A candidate that is ready to carry out one split again and again. Used by one thread.
public interface Trial extends AutoCloseable {
  /// Splits once: the code that is timed. All parts are in memory of their own when it returns.
  void run();

  /// A part as the last run wrote it.
  MemorySegment part(int index);

  /// The route taken by now, for candidates that choose among several; else empty.
  default String way() {
    return "";
  }

  /// Releases everything.
  @Override
  void close();
}

package io.cleave.file.io;

import java.util.concurrent.atomic.AtomicLong;

/// Counts what it is told.
///
/// @param expected the bytes that are to come
/// @param done those that have
public record CountedProgress(AtomicLong expected, AtomicLong done) implements Progress {
  public CountedProgress() {
    this(new AtomicLong(), new AtomicLong());
  }

  @Override
  public void expect(long bytes) {
    expected.addAndGet(bytes);
  }

  @Override
  public void advance(long bytes) {
    done.addAndGet(bytes);
  }
}

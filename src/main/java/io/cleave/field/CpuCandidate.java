package io.cleave.field;

import io.cleave.choice.Candidate;
import io.cleave.cpu.CpuSplitter;

/// The CPU twin with so many threads. It decides itself which of its loops go by vectors.
///
/// Safe for use by many threads.
///
/// @param splitter what works so
/// @param threads how many these are
record CpuCandidate(CpuSplitter splitter, int threads) implements Candidate {
  /// Changes when the kernels do, so that what was recorded before is measured again.
  private static final String REVISION = "2";

  @Override
  public String name() {
    return "cpu, %s %s".formatted(threads, threads == 1 ? "thread" : "threads");
  }

  @Override
  public String revision() {
    return REVISION;
  }
}

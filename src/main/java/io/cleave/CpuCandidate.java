package io.cleave;

import io.cleave.backend.Splitter;
import io.cleave.choice.Candidate;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import java.util.Locale;

/// Plain Java with so many threads and such kernels.
///
/// Safe for use by many threads.
///
/// @param name `cpu vector, 2 threads`
/// @param splitter what works so
record CpuCandidate(String name, Splitter splitter) implements Candidate {
  /// Changes when the kernels do, so that what was recorded before is measured again.
  private static final String REVISION = "1";

  /// Some kernels on the threads of a splitter.
  ///
  /// @param threads how many these are
  static CpuCandidate of(CpuSplitter open, int threads, CpuKernels kernels) {
    String name =
        "cpu %s, %s %s"
            .formatted(
                kernels.name().toLowerCase(Locale.ROOT),
                threads,
                threads == 1 ? "thread" : "threads");
    return new CpuCandidate(name, open.with(kernels));
  }

  @Override
  public String revision() {
    return REVISION;
  }
}

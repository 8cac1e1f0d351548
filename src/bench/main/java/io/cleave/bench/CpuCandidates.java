package io.cleave.bench;

import io.cleave.cli.Candidate;
import io.cleave.cli.Candidate.Role;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.cpu.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The splitter in plain Java and, where the JVM has vectors, that on the Vector API.
final class CpuCandidates {
  private CpuCandidates() {}

  /// Those on so many threads.
  static List<Candidate> on(int threads) {
    List<Candidate> candidates = new ArrayList<>();
    candidates.add(candidate(threads, CpuKernels.PLAIN));
    if (Vectors.here().isThere()) {
      candidates.add(candidate(threads, CpuKernels.VECTOR));
    }
    return candidates;
  }

  private static Candidate candidate(int threads, CpuKernels kernels) {
    String name =
        "%s, %s thread%s"
            .formatted(kernels.name().toLowerCase(Locale.ROOT), threads, threads == 1 ? "" : "s");
    return Candidate.splitter(
        Role.SPLITTER, "cpu", "", name, () -> CpuSplitter.open(threads, kernels));
  }
}

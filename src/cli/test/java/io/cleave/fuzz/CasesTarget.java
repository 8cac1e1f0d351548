package io.cleave.fuzz;

import io.cleave.conformance.CaseResult;
import io.cleave.conformance.CaseSource;
import io.cleave.conformance.Conformance;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Conformance cases, one a line. Whatever they are is an outcome.
final class CasesTarget implements FuzzTarget {
  /// Larger cases are skipped: they would take time and find no more.
  private static final long MOST_BYTES = 1 << 16;

  /// How a report begins whose reason is an exception that nobody thought of.
  private static final String UNEXPECTED = "unexpected ";

  private final CpuSplitter splitter = CpuSplitter.open(1, CpuKernels.PLAIN);

  @Override
  public boolean accepts(byte[] input) throws IOException {
    CaseSource source = new CaseSource("x.jsonl", () -> new ByteArrayInputStream(input));
    List<CaseResult> results = new ArrayList<>();
    new Conformance(splitter, MOST_BYTES).run(List.of(source), results::add);
    results.forEach(CasesTarget::check);
    return results.stream().anyMatch(result -> result.outcome() == CaseResult.Outcome.PASSED);
  }

  private static void check(CaseResult result) {
    boolean isUnexpected = result.detail().startsWith(UNEXPECTED);
    if (isUnexpected || !Trial.isSentence(result.toString())) {
      throw new AssertionError(result);
    }
  }

  @Override
  public void close() {
    splitter.close();
  }
}

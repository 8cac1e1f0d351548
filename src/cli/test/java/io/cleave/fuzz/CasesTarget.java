package io.cleave.fuzz;

import io.cleave.conformance.CaseResult;
import io.cleave.conformance.CaseSource;
import io.cleave.conformance.Conformance;
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

  @Override
  public boolean accepts(byte[] input) throws IOException {
    CaseSource source = new CaseSource("x.jsonl", () -> new ByteArrayInputStream(input));
    List<CaseResult> results = new ArrayList<>();
    new Conformance(TwinCheck.TWINS.getFirst(), MOST_BYTES).run(List.of(source), results::add);
    results.forEach(CasesTarget::check);
    return results.stream().anyMatch(result -> result.outcome() == CaseResult.Outcome.PASSED);
  }

  private static void check(CaseResult result) {
    boolean isUnexpected = result.detail().startsWith(UNEXPECTED);
    FuzzTarget.require(!isUnexpected && Trial.isSentence(result.toString()), result);
  }
}

package io.cleave.agreement;

import io.cleave.ir.infer.Difference;
import io.cleave.ir.infer.Difference.Aspect;
import java.util.EnumMap;
import java.util.Map;

/// How often the two agreed, about shapes or about data. Not safe for use by many threads.
public final class Tally {
  private final Aspect aspect;
  private final Map<Difference, Long> differences = new EnumMap<>(Difference.class);
  private long agreed;
  private long refused;
  private long disagreed;

  Tally(Aspect aspect) {
    this.aspect = aspect;
  }

  void add(Verdict verdict) {
    switch (verdict) {
      case Verdict.Agreed _ -> agreed++;
      case Verdict.RefusedByBoth _ -> refused++;
      case Verdict.Differs(Difference difference) -> differences.merge(difference, 1L, Long::sum);
      case Verdict.Disagrees _ -> disagreed++;
    }
  }

  /// What it counts.
  public Aspect aspect() {
    return aspect;
  }

  /// The questions.
  public long asked() {
    return agreed + refused + listed() + disagreed;
  }

  /// The same answers.
  public long agreed() {
    return agreed;
  }

  /// What neither takes.
  public long refusedByBoth() {
    return refused;
  }

  /// How often each difference was seen, of those that were.
  public Map<Difference, Long> differences() {
    return Map.copyOf(differences);
  }

  /// The answers that differ as is known.
  public long listed() {
    return differences.values().stream().mapToLong(Long::longValue).sum();
  }

  /// The answers that differ for no reason that is known.
  public long disagreed() {
    return disagreed;
  }
}

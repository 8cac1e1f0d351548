package io.cleave.tune;

import static io.cleave.tune.TuningSplitterTest.isResult;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.spi.Background;
import io.cleave.spi.IdleSplitter;
import io.cleave.tune.Tuner.MeasuredCandidate;
import io.cleave.tune.Tuner.State;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tuning with times that are made up, so that the outcome is known.
class TunerTest {
  private static final long BYTES = 1 << 20;

  /// Nanoseconds of a call by each candidate, before noise.
  private final double[] nanos = {1e6, 1e6, 1e6, 1e6};

  private final Random random = new Random(7);
  private final int[] calls = new int[4];
  private double total;

  private Tuner tuner(String... names) {
    Tuner tuner = new Tuner("a test", candidate(names[0]), true);
    tuner.add(Stream.of(names).skip(1).map(TunerTest::candidate).toList(), "faster");
    return tuner;
  }

  private static TuningCandidate candidate(String name) {
    return new TuningCandidate(name, "1", new IdleSplitter());
  }

  private void call(Tuner tuner) {
    tuner.due().ifPresent(tuner::measure);
    MeasuredCandidate one = tuner.next();
    int candidate = one.candidate.name().charAt(0) - 'a';
    double taken = nanos[candidate] * (1 + .05 * random.nextDouble());
    total += taken;
    calls[candidate]++;
    tuner.record(one, (long) taken, BYTES);
  }

  private void calls(int count, Tuner tuner) {
    for (int i = 0; i < count; i++) {
      call(tuner);
    }
  }

  @Test
  void theFastestIsFound() {
    nanos[1] = .7e6;
    nanos[2] = .5e6;
    nanos[3] = 3e6;
    Tuner tuner = tuner("a", "b", "c", "d");
    calls(30, tuner);
    for (int i = 0; i < 970; i++) {
      call(tuner);
      assertThat(tuner.fastest().candidate.name()).isEqualTo("c");
    }
    assertThat(String.join("; ", tuner.result().figures()))
        .matches("a: baseline, 2.1 GB/s at best; b: faster, .*c: faster, .*d: not faster, .*");
  }

  @Test
  void oneRoundThatWasDisturbedDoesNotDecide() {
    nanos[1] = .6e6;
    Tuner tuner = tuner("a", "b");
    calls(8, tuner);
    nanos[1] = 50e6;
    calls(2, tuner);
    nanos[1] = .6e6;
    calls(3000, tuner);
    isResult(tuner.result(), "b", "faster");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1.02, 1.1, 1.4, 4, 30})
  void theBaselineStaysAndMeasuringCostsNoMoreThanItMay(double slower) {
    Arrays.fill(nanos, 1, 3, slower * nanos[0]);
    Tuner tuner = tuner("a", "b", "c");
    for (int i = 0; i < 2000; i++) {
      call(tuner);
      double spent = (calls[1] + calls[2]) * (slower - 1) * nanos[0];
      // One turn may begin as long as there is a budget at all, and times are noisy.
      double most = .03 * total + 20e6 + 1.1 * slower * nanos[0] + .1 * (calls[1] + calls[2]) * 1e6;
      assertThat(spent).isLessThan(most);
    }
    assertThat(tuner.fastest().candidate.name()).isEqualTo("a");
  }

  /// A trial may have to compile a kernel, and HotSpot may not have compiled the baseline.
  @Test
  void oneThatIsFasterIsUsedBeforeTheNextTrialAndMeasuredAgain() {
    nanos[1] = .7e6;
    Tuner tuner = tuner("a", "b", "c");
    calls(12, tuner);
    isResult(tuner.result(), "b", "faster");
    assertThat(tuner.isDecided()).isFalse();
    nanos[0] = .5e6;
    calls(300, tuner);
    assertThat(tuner.isDecided()).isTrue();
    isResult(tuner.result(), "a", "the others are not faster");
  }

  @Test
  void theLastMeasurementWaitsWhileALoopIsCompiled() {
    nanos[1] = 4e6;
    Tuner tuner = tuner("a", "b");
    calls(10, tuner);
    Background.LOOPS.offer(() -> LockSupport.parkNanos(1_000_000_000));
    while (!Background.LOOPS.isBusy()) {
      Thread.onSpinWait();
    }
    List<String> figures = tuner.result().figures();
    tuner.carryOut(BYTES, _ -> {}, () -> true);
    assertThat(tuner.result().figures()).isEqualTo(figures);
  }

  @Test
  void oneThatFailsTakesNoTurnAndTheNextBestFollows() {
    nanos[1] = .1e6;
    nanos[2] = .5e6;
    nanos[3] = .1e6;
    Tuner tuner = tuner("a", "b", "c", "d");
    MeasuredCandidate broken = tuner.due().orElseThrow();
    calls(10, tuner);
    tuner.end(broken, State.FAILED, "excluded: it broke");
    tuner.measure(broken);
    int before = calls[1];
    calls(300, tuner);
    assertThat(calls[1]).isEqualTo(before);
    isResult(tuner.result(), "d", "faster");
    assertThat(tuner.result().figures().get(1)).startsWith("b: excluded: it broke");
    tuner.end(tuner.fastest(), State.FAILED, "excluded: it broke");
    isResult(tuner.result(), "c", "faster");
  }
}

package io.cleave.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DistributionTest {
  @Test
  void countsFromTheSmallest() {
    Distribution spread = Distribution.of(List.of(8.0, 1.0, 2.0, 4.0));
    assertThat(spread.count()).isEqualTo(4);
    assertThat(spread.min()).isEqualTo(1);
    assertThat(spread.max()).isEqualTo(8);
    assertThat(spread.geomean()).isCloseTo(Math.sqrt(8), within(1e-12));
    assertThat(spread.shareUpTo(2)).isEqualTo(0.5);
    assertThat(spread.shareUpTo(0.9)).isZero();
  }

  /// What `numpy.quantile` gives.
  @Test
  void liesBetweenNeighbours() {
    Distribution spread = Distribution.of(List.of(1.0, 2.0, 4.0, 8.0));
    assertThat(spread.median()).isEqualTo(3);
    assertThat(spread.quantile(0.1)).isCloseTo(1.3, within(1e-12));
    assertThat(spread.quantile(0.25)).isCloseTo(1.75, within(1e-12));
    assertThat(spread.quantile(0.9)).isCloseTo(6.8, within(1e-12));
    assertThat(spread.quantile(0)).isEqualTo(1);
    assertThat(spread.quantile(1)).isEqualTo(8);
  }

  @Test
  void mayHoldOneFigure() {
    Distribution spread = Distribution.of(List.of(0.5));
    assertThat(List.of(spread.min(), spread.quantile(0.1), spread.median(), spread.max()))
        .containsOnly(0.5);
    assertThat(spread.geomean()).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void leavesOutWhoHasNone() {
    List<Integer> all = List.of(1, 2, 3);
    assertThat(Distribution.over(all, one -> one == 2 ? Optional.empty() : Optional.of(one * 1.0)))
        .map(Distribution::count)
        .contains(2);
    assertThat(Distribution.over(all, _ -> Optional.empty())).isEmpty();
    assertThatThrownBy(() -> Distribution.of(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// When a challenger takes over, and when not.
class DuelTest {
  private final Duel duel = new Duel();

  private void rounds(int count, double own, double expected) {
    for (int i = 0; i < count; i++) {
      duel.add(own, expected);
    }
  }

  @Test
  void aChallengerThatIsFasterEveryTimeHasWonAfterEightRounds() {
    rounds(8, 80, 100);
    assertThat(duel.state()).isEqualTo(Duel.State.GOING);
    rounds(1, 80, 100);
    assertThat(duel.state()).isEqualTo(Duel.State.WON);
    assertThat(duel.rounds()).isEqualTo(8);
    assertThat(duel.median()).isEqualTo(.8);
  }

  @Test
  void oneThatIsHardlyFasterHasNotWonAfterTwentyFour() {
    rounds(24, 97, 100);
    assertThat(duel.state()).isEqualTo(Duel.State.GOING);
    rounds(1, 97, 100);
    assertThat(duel.state()).isEqualTo(Duel.State.LOST);
  }

  @Test
  void oneThatIsSlowerIsSentHomeAfterEight() {
    rounds(9, 105, 100);
    assertThat(duel.state()).isEqualTo(Duel.State.LOST);
  }

  @Test
  void oneThatIsFarBehindIsSentHomeAfterThreeAndAfterSix() {
    rounds(3, 160, 100);
    assertThat(duel.state()).isEqualTo(Duel.State.GOING);
    rounds(1, 160, 100);
    assertThat(duel.state()).isEqualTo(Duel.State.LOST);
    Duel other = new Duel();
    for (int i = 0; i < 7; i++) {
      assertThat(other.state()).isEqualTo(Duel.State.GOING);
      other.add(120, 100);
    }
    assertThat(other.state()).isEqualTo(Duel.State.LOST);
  }

  @Test
  void samplesOfCodeThatIsStillCompiledDoNotCount() {
    for (double own : new double[] {5000, 2000, 900, 300, 120}) {
      duel.add(own, 100);
    }
    assertThat(duel.rounds()).isZero();
    rounds(9, 80, 100);
    assertThat(duel.state()).isEqualTo(Duel.State.WON);
  }

  @Test
  void oneThatNeverSettlesIsCountedInTheEnd() {
    for (int i = 0; i < 40; i++) {
      duel.add(i % 2 == 0 ? 60 : 80, 100);
    }
    assertThat(duel.state()).isEqualTo(Duel.State.WON);
  }

  @Test
  void aRoundThatSomethingElseDisturbedDoesNotCount() {
    rounds(5, 80, 100);
    rounds(1, 1000, 100);
    assertThat(duel.rounds()).isEqualTo(4);
    rounds(4, 80, 100);
    assertThat(duel.state()).isEqualTo(Duel.State.WON);
  }

  /// Noise of a tenth, and one sample in ten half as long again.
  private static double noisy(double value, Random random) {
    return value * (1 + .1 * random.nextDouble()) * (random.nextInt(10) == 0 ? 1.5 : 1);
  }

  private static double shareOfWins(double own, long seed) {
    Random random = new Random(seed);
    int wins = 0;
    for (int i = 0; i < 1000; i++) {
      Duel duel = new Duel();
      for (int round = 0; round < 40; round++) {
        duel.add(noisy(own, random), noisy(100, random));
      }
      wins += duel.state() == Duel.State.WON ? 1 : 0;
    }
    return wins / 1000.0;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noiseAloneHardlyEverTakesOverAndAQuarterNearlyAlways(long seed) {
    assertThat(shareOfWins(100, seed)).isLessThan(.02);
    assertThat(shareOfWins(75, seed)).isGreaterThan(.97);
  }
}

package io.cleave.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.spi.SplitExample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random splits by everything that splits, compared byte by byte with the naive split: `mvn test
/// -Dgroups=sweep` with `-Dsweep.seconds=60`. `-Dsweep.seed=N` tries one seed on all ways.
///
/// One thread, since PoCL must not run a user's launches beside others.
@Tag("sweep")
class SweepTest {
  /// The number of ways that a seed is tried on; the next seed takes others.
  private static final int SOME_WAYS = 6;

  /// With so many seeds every way has had its turn.
  private static final int MANY_SEEDS = 2000;

  /// Rusticl and the simulator Oclgrind are slow.
  private static final int MOST_ELEMENTS =
      Set.of("Oclgrind", "rusticl").contains(PlatformUnderTest.NAME) ? 1 << 9 : 1 << 20;

  private final List<Way> ways = Way.all();
  private final Map<Way, Integer> carriedOut =
      new TreeMap<>((a, b) -> a.name().compareTo(b.name()));

  @AfterEach
  void close() {
    ways.reversed().forEach(Way::close);
  }

  @Test
  void everyWayGivesTheBytesOfTheNaiveSplit() {
    Long only = Long.getLong("sweep.seed");
    if (only != null) {
      ways.forEach(way -> attempt(only, way));
      return;
    }
    long end = System.nanoTime() + Long.getLong("sweep.seconds", 60) * 1_000_000_000;
    long first = System.currentTimeMillis() * 1_000_000;
    long seed = first;
    while (System.nanoTime() < end) {
      List<Way> some = new ArrayList<>(ways);
      Collections.shuffle(some, new Random(seed));
      for (Way way : some.subList(0, SOME_WAYS)) {
        attempt(seed, way);
      }
      seed++;
    }
    System.out.printf("%s seeds from %s on, splits: %s%n", seed - first, first, carriedOut);
    if (seed - first > MANY_SEEDS) {
      assertThat(carriedOut.keySet()).containsExactlyInAnyOrderElementsOf(ways);
    }
  }

  private void attempt(long seed, Way way) {
    SplitExample example = RandomExample.of(seed, MOST_ELEMENTS);
    try {
      if (way.attempt(example)) {
        carriedOut.merge(way, 1, Integer::sum);
      }
    } catch (RuntimeException | Error e) {
      throw new AssertionError(
          "%s of %s; -Dsweep.seed=%s tries it again".formatted(example, way, seed), e);
    }
  }
}

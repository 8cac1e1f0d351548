package io.cleave.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path folder;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private Sweep sweep(List<Way> ways, long first, long count) throws Exception {
    Sweep sweep =
        new Sweep(
            ways,
            new Chance(5000),
            Sweep.Seeds.from(first, count, LONG),
            folder.resolve("failures.jsonl"),
            new PrintStream(printed, true, StandardCharsets.UTF_8));
    try (InFlight flight = new InFlight(folder.resolve("in-flight"), 2)) {
      sweep.run(2, flight);
    }
    return sweep;
  }

  @RandomTest(gate = 1, thorough = 100)
  void plainJavaIsRight(long seed) throws Exception {
    try (Ways ways = Ways.open(Platform.JAVA)) {
      Sweep sweep = sweep(ways.all(), seed * 1_000_000, 150);
      assertThat(sweep.isSound()).as("seed %s", seed).isTrue();
      assertThat(sweep.tally().right()).isEqualTo(150 * 6);
      assertThat(sweep.tried()).isEqualTo(150);
    }
  }

  @Test
  void printsTheSmallestCaseThatGoesWrong() throws Exception {
    try (Spoiled wrong = new Spoiled(plan -> plan.partCount() > 1)) {
      Sweep sweep = sweep(List.of(Way.always("the wrong one", wrong)), 1, 1000);
      assertThat(sweep.isSound()).isFalse();
      assertThat(printed.toString(StandardCharsets.UTF_8))
          .contains("the smallest that goes wrong:");
      assertThat(Files.readString(folder.resolve("failures.jsonl")))
          .hasLineCount(1)
          .containsPattern("\"id\":\"seed \\d+ on the wrong one\"")
          .contains("\"split_lengths\":{\"value\":[1,0],", "\"shape\":[1]");
    }
  }

  @Test
  void aWayThatIsWrongIsTriedNoMore() throws Exception {
    try (Spoiled wrong = new Spoiled(_ -> true);
        Spoiled right = new Spoiled(_ -> false)) {
      Sweep sweep = sweep(List.of(Way.always("bad", wrong), Way.always("good", right)), 1, 200);
      assertThat(Files.readAllLines(folder.resolve("failures.jsonl"))).hasSize(1);
      assertThat(sweep.tally().toString()).contains("| good | 200 | 0 |  |");
    }
  }

  @Test
  void fewSeedsAreTriedOnAllWays() throws Exception {
    try (Ways ways = Ways.open(Platform.JAVA)) {
      assertThat(sweep(ways.all(), 5, 1).tally().right()).isEqualTo(ways.all().size());
    }
  }

  @Test
  void aSeedMakesTheSameExample() {
    for (long seed = 0; seed < 50; seed++) {
      String once = WrittenExample.line("x", new Chance(5000).example(seed));
      assertThat(WrittenExample.line("x", new Chance(5000).example(seed))).isEqualTo(once);
    }
  }

  /// What ends its JVM.
  static final class Ending {
    private Ending() {}

    public static void main(String[] arguments) throws Exception {
      try (InFlight flight = new InFlight(Path.of(arguments[0], "in-flight"), 2);
          Spoiled way = new Spoiled(_ -> false)) {
        flight.begins(1, 42, Way.always("a way with an end", way));
        Runtime.getRuntime().halt(3);
      }
    }
  }

  @Test
  void saysWhatAJvmWasAtWhenItEnded() throws Exception {
    PlatformJvm jvm = new PlatformJvm(Platform.JAVA, Path.of(""), folder, List.of("-Xmx64m"));
    PlatformJvm.Ended ended = jvm.run(Ending.class, LONG, List.of(folder.toString()));
    assertThat(SweepRun.complaints(ended, folder))
        .containsExactly(
            "it ended with code 3, while it was at [seed 42, a way with an end]; "
                + "-Dsweep.seed=N -Dsweep.rounds=1 tries one seed again");
  }

  @Test
  void saysThatAJvmDidNotEnd() throws Exception {
    PlatformJvm.Ended hung = new PlatformJvm.Ended(-1, folder.resolve("log.txt"));
    assertThat(SweepRun.complaints(hung, folder)).first().asString().startsWith("it did not end");
  }

  @Test
  void saysWhatOclgrindSaid() throws Exception {
    PlatformJvm.Ended ended = new PlatformJvm.Ended(0, folder.resolve("log.txt"));
    assertThat(SweepRun.complaints(ended, folder)).isEmpty();
    Files.writeString(folder.resolve("oclgrind.log"), "Invalid read");
    assertThat(SweepRun.complaints(ended, folder)).hasSize(1);
  }
}

package io.cleave.cli.bench;

import io.cleave.bench.survey.Sizes;
import io.cleave.bench.survey.Survey;
import io.cleave.cli.option.ByteCount;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say more about a survey.
final class SurveyOptions {
  /// Few digits, for those who type it again.
  private static final int SEEDS = 1_000_000;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "What a survey is drawn from (default: a new seed, which is printed).")
  private @Nullable Long seed;

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      split = ",",
      converter = ByteCount.Converter.class,
      description = "About how large the tensors of a survey are (default: 256K,2M,32M).")
  private @Nullable List<ByteCount> sizes;

  @Option(
      names = "--repeat",
      paramLabel = "R",
      description = {
        "Open those who choose R times anew for each split of a survey, and count for how many"
            + " splits they do not always choose the same (default: 1)."
      })
  private @Nullable Integer repeat;

  /// The survey.
  ///
  /// @param count how many splits of each size
  Survey survey(int count) {
    return new Survey(
        seed != null ? seed : ThreadLocalRandom.current().nextInt(SEEDS),
        count,
        sizes != null ? sizes.stream().map(ByteCount::bytes).toList() : Sizes.USUAL);
  }

  /// How often those who choose take part besides the first time.
  int again() {
    int times = repeat == null ? 1 : repeat;
    if (times < 1 || times > 9) {
      throw new IllegalArgumentException("--repeat must be 1 to 9, not %s".formatted(times));
    }
    return times - 1;
  }

  /// Complains if one of them is given where there is no survey.
  void requireNone() {
    if (seed != null || sizes != null || repeat != null) {
      throw new IllegalArgumentException(
          "--seed, --size and --repeat are for --survey; leave them out, or say --survey N");
    }
  }
}

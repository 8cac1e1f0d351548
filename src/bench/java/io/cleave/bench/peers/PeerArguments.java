package io.cleave.bench.peers;

import io.cleave.bench.survey.Sizes;
import io.cleave.bench.survey.Survey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// What [PeerBench] is asked for: options with a value each, and names.
///
/// @param options by name
/// @param names whatever else there is
record PeerArguments(Map<String, String> options, List<String> names) {
  private static final String SURVEY = "--survey";
  private static final String IMAGES = "--images";
  private static final String CONVERSIONS = "--conversions";
  private static final Set<String> KNOWN =
      Set.of(SURVEY, IMAGES, CONVERSIONS, "--seed", "--size", "--repeat", "--seconds");

  private static final int SEEDS = 1_000_000;

  static PeerArguments of(String... args) {
    Map<String, String> options = new LinkedHashMap<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      if (!args[i].startsWith("--")) {
        names.add(args[i]);
      } else if (!KNOWN.contains(args[i])) {
        throw new IllegalArgumentException("%s is not one of %s".formatted(args[i], KNOWN));
      } else if (isNamed(args[i]) && (i + 1 == args.length || isOption(args[i + 1]))) {
        options.put(args[i], "");
      } else {
        options.put(args[i], value(args, ++i));
      }
    }
    return new PeerArguments(options, names);
  }

  /// Whether part of a name may follow.
  private static boolean isNamed(String option) {
    return option.equals(IMAGES) || option.equals(CONVERSIONS);
  }

  private static boolean isOption(String word) {
    return word.startsWith("--");
  }

  private static String value(String[] args, int at) {
    if (at == args.length) {
      throw new IllegalArgumentException("%s needs a value".formatted(args[at - 1]));
    }
    return args[at];
  }

  /// The survey, if one is asked for.
  Optional<Survey> survey() {
    return Optional.ofNullable(options.get(SURVEY))
        .map(count -> new Survey(seed(), Integer.parseInt(count), sizes()));
  }

  private long seed() {
    return options.containsKey("--seed")
        ? Long.parseLong(options.get("--seed"))
        : ThreadLocalRandom.current().nextInt(SEEDS);
  }

  private List<Long> sizes() {
    return options.containsKey("--size")
        ? Arrays.stream(options.get("--size").split(",", -1)).map(PeerArguments::bytes).toList()
        : Sizes.USUAL;
  }

  /// `256K`, `2M`, or plain bytes.
  private static long bytes(String text) {
    int power = "KMG".indexOf(text.charAt(text.length() - 1)) + 1;
    String digits = power == 0 ? text : text.substring(0, text.length() - 1);
    return Long.parseLong(digits) << (10 * power);
  }

  /// How often those who choose take part besides the first time.
  int again() {
    return Integer.parseInt(options.getOrDefault("--repeat", "1")) - 1;
  }

  /// The name of the images, which may be empty, if these are asked for.
  Optional<String> images() {
    return Optional.ofNullable(options.get(IMAGES));
  }

  /// The name of the conversions, which may be empty, if these are asked for.
  Optional<String> conversions() {
    return Optional.ofNullable(options.get(CONVERSIONS));
  }

  /// The time for each entrant in each heat.
  Duration time(Duration usual) {
    return options.containsKey("--seconds")
        ? Duration.ofNanos((long) (Double.parseDouble(options.get("--seconds")) * 1e9))
        : usual;
  }
}

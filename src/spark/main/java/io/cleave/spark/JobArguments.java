package io.cleave.spark;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What [SplitJob] is called with.
final class JobArguments {
  private static final Set<String> OWN =
      Set.of("--input", "--output", "--format", "--mode", "--glob");

  private final Map<String, String> values = new TreeMap<>();

  private JobArguments() {}

  /// @throws IllegalArgumentException if an option is not known, or lacks its value; the message
  ///   says what to do
  static JobArguments parse(String... args) {
    JobArguments parsed = new JobArguments();
    for (int i = 0; i < args.length; i++) {
      String option = args[i].equals("-h") ? "--help" : args[i];
      if (isFlag(option)) {
        parsed.values.put(option, "true");
      } else if (OWN.contains(option) || setting(option).isPresent()) {
        if (i + 1 == args.length) {
          throw new IllegalArgumentException(option + " needs a value");
        }
        parsed.values.put(option, args[++i]);
      } else {
        throw new IllegalArgumentException(
            "option '%s' is not known; --help lists all".formatted(Settings.excerpt(option)));
      }
    }
    return parsed;
  }

  private static boolean isFlag(String option) {
    return option.equals("--help") || setting(option).filter(Setting::isFlag).isPresent();
  }

  private static Optional<Setting> setting(String option) {
    return Arrays.stream(Setting.values())
        .filter(setting -> setting.option().equals(option))
        .findFirst();
  }

  boolean asksForHelp() {
    return values.containsKey("--help") || values.isEmpty();
  }

  /// @throws IllegalArgumentException if it is missing
  String required(String option) {
    return Optional.ofNullable(values.get(option))
        .orElseThrow(
            () -> new IllegalArgumentException(option + " is missing; --help says what it is"));
  }

  /// One of a few words, the first one if nothing is said.
  ///
  /// @throws IllegalArgumentException if it is another
  String word(String option, String... words) {
    String word = values.getOrDefault(option, words[0]);
    if (!Arrays.asList(words).contains(word)) {
      throw new IllegalArgumentException(
          "%s is one of %s, not '%s'"
              .formatted(option, String.join(" ", words), Settings.excerpt(word)));
    }
    return word;
  }

  String get(String option, String otherwise) {
    return values.getOrDefault(option, otherwise);
  }

  /// The split that they ask for.
  TensorSplit split(boolean ofNpyFiles) {
    TensorSplit split =
        TensorSplit.of(
            ofNpyFiles
                ? get(Setting.COLUMN.option(), "content")
                : required(Setting.COLUMN.option()));
    if (ofNpyFiles) {
      split = split.npy();
    }
    for (Map.Entry<String, String> entry : values.entrySet()) {
      Optional<Setting> setting = setting(entry.getKey());
      if (setting.isPresent() && setting.get() != Setting.COLUMN) {
        split = split.with(setting.get(), entry.getValue());
      }
    }
    return split;
  }
}

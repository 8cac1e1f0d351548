package io.cleave.file.output;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The hidden names that files of a run have beside their targets, `.NAME.RUN.tmp` and
/// `.NAME.RUN.old`: from a name it can be told which run gave it, and to what. And that of the lock
/// that says whether the run is alive, `.cleave.RUN.lock`.
///
/// @param target the name that the file gets, or had before
/// @param run who gave it
/// @param kind what the file holds
record HiddenName(String target, String run, Kind kind) {
  /// What is put between the run and the ending while a file is replaced by a packed one.
  static final String PACKED = ".packed";

  private static final int DIGITS = 12;
  private static final String LOCK = ".cleave.";
  private static final String LOCK_ENDING = ".lock";

  private static final Pattern HIDDEN =
      Pattern.compile(
          "\\.(.+)\\.(\\p{XDigit}{%d})(?:%s)?(\\.tmp|\\.old)"
              .formatted(DIGITS, Pattern.quote(PACKED)),
          Pattern.DOTALL);

  /// What a file under a hidden name holds.
  enum Kind {
    /// An output that is not complete, or whose companions are not.
    TEMPORARY(".tmp"),
    /// What had the name of an output before.
    FORMER(".old");

    private final String ending;

    Kind(String ending) {
      this.ending = ending;
    }
  }

  /// A name for a run that no other run has.
  static String newRun() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(), DIGITS);
  }

  /// The lock of a run.
  ///
  /// @param folder what it writes to
  static Path lock(Path folder, String run) {
    return folder.resolve(LOCK + run + LOCK_ENDING);
  }

  /// The run that a file is the lock of; empty if it is none.
  static Optional<String> runOfLock(Path file) {
    String name = name(file);
    int end = name.length() - LOCK_ENDING.length();
    return name.startsWith(LOCK)
            && name.endsWith(LOCK_ENDING)
            && end - LOCK.length() == DIGITS
            && name.chars().skip(LOCK.length()).limit(DIGITS).allMatch(HexFormat::isHexDigit)
        ? Optional.of(name.substring(LOCK.length(), end))
        : Optional.empty();
  }

  /// Whether a file may have one of these names.
  static boolean isHidden(Path file) {
    return name(file).startsWith(".");
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /// Where a file of a run is hidden.
  ///
  /// @param run its name, perhaps [#PACKED]
  static Path of(Path target, String run, Kind kind) {
    return target.resolveSibling(".%s.%s%s".formatted(target.getFileName(), run, kind.ending));
  }

  /// What the name of a file means; empty if it is none that a run gives.
  static Optional<HiddenName> parse(Path file) {
    Matcher name = HIDDEN.matcher(name(file));
    if (!name.matches()) {
      return Optional.empty();
    }
    Kind kind = name.group(3).equals(Kind.FORMER.ending) ? Kind.FORMER : Kind.TEMPORARY;
    return Optional.of(new HiddenName(name.group(1), name.group(2), kind));
  }
}

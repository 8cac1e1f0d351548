package io.cleave.cli.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Makes names of tensors fit to be names of files that stand in one folder: short, and all of them
/// different, also for a file system that takes capitals for small letters, or a letter with an
/// accent for the two.
///
/// If a name comes again, the second one is `NAME~2`, the third `NAME~3`. A long name is cut, and
/// gets a `~` and the beginning of its SHA-256 instead.
final class DistinctNames {
  /// Written as in a URL, which a name may have to be, a character takes up to three times as much.
  private static final int MAX_CHARS = 60;

  /// More than people or tools give.
  private static final int MAX_STEM = 1000;

  private static final int KEPT = 40;
  private static final int DIGITS = 16;

  private DistinctNames() {}

  static List<String> of(List<String> names) {
    Map<String, String> known = new HashMap<>();
    List<String> bases =
        names.stream().map(name -> known.computeIfAbsent(name, DistinctNames::shortened)).toList();
    Set<String> given = bases.stream().map(DistinctNames::folded).collect(Collectors.toSet());
    Set<String> taken = new HashSet<>();
    Map<String, Integer> times = new HashMap<>();
    List<String> distinct = new ArrayList<>();
    for (String base : bases) {
      String candidate = base;
      while (!taken.add(folded(candidate))) {
        do {
          candidate = base + "~" + (times.merge(folded(base), 1, Integer::sum) + 1);
        } while (given.contains(folded(candidate)));
      }
      distinct.add(candidate);
    }
    return distinct;
  }

  /// What names begin with in place of a very long name, so that they do not all hold it: its own
  /// beginning and its SHA-256. They are cut all the same, and differ where it does.
  static String stem(String name) {
    return name.length() <= MAX_STEM ? name : name.substring(0, MAX_STEM) + "~" + digest(name);
  }

  private static String folded(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
  }

  private static String shortened(String name) {
    if (name.length() <= MAX_CHARS) {
      return name;
    }
    int end = Character.isHighSurrogate(name.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
    return name.substring(0, end) + "~" + digest(name).substring(0, DIGITS);
  }

  private static String digest(String name) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

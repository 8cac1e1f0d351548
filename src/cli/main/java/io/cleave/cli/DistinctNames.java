package io.cleave.cli;

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

/// Makes names of tensors fit to be names of files in one folder: short, and distinct also for a
/// file system that ignores case, or takes a letter with an accent for two characters.
///
/// If a name comes again, the second one is `NAME~2`, the third `NAME~3`. A long name is cut, and
/// gets a `~` and the beginning of its SHA-256 instead.
final class DistinctNames {
  /// A character takes up to three times as much where it is written as in a URL.
  private static final int MAX_CHARS = 60;

  private static final int KEPT = 40;
  private static final int DIGITS = 16;

  private DistinctNames() {}

  static List<String> of(List<String> names) {
    List<String> bases = names.stream().map(DistinctNames::shortened).toList();
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

  private static String folded(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
  }

  private static String shortened(String name) {
    if (name.length() <= MAX_CHARS) {
      return name;
    }
    int end = Character.isHighSurrogate(name.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
    return name.substring(0, end) + "~" + digest(name);
  }

  private static String digest(String name) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum, 0, DIGITS / 2);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

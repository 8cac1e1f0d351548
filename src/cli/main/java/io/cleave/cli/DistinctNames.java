package io.cleave.cli;

import io.cleave.file.io.FileNames;
import io.cleave.text.OneLine;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Makes names of tensors fit to be names of files in one folder: short, and distinct also for a
/// file system that ignores case, or takes a letter with an accent for two characters.
///
/// If a name comes again, the second one is `NAME~2`, the third `NAME~3`; long names are cut
/// before.
final class DistinctNames {
  /// The most bytes of the name of a file, without a number, an extension and what a temporary file
  /// has besides.
  private static final int MAX_BYTES = 200;

  /// The most bytes of a `char` of a name in the name of a file: three, escaped.
  private static final int MAX_ESCAPED = 9;

  private DistinctNames() {}

  static List<String> of(List<String> names) {
    Set<String> taken = new HashSet<>();
    Map<String, Integer> times = new HashMap<>();
    List<String> distinct = new ArrayList<>();
    for (String name : names) {
      String base = shortened(name);
      String candidate = base;
      while (!taken.add(folded(candidate))) {
        candidate = base + "~" + times.merge(folded(base), 2, (before, _) -> before + 1);
      }
      distinct.add(candidate);
    }
    return distinct;
  }

  private static String shortened(String name) {
    String cut = OneLine.prefix(name, MAX_BYTES);
    for (int over = bytes(cut) - MAX_BYTES; over > 0; over = bytes(cut) - MAX_BYTES) {
      cut = OneLine.prefix(cut, cut.length() - Math.ceilDiv(over, MAX_ESCAPED));
    }
    return cut;
  }

  private static int bytes(String name) {
    return FileNames.ofTensor(name).getBytes(StandardCharsets.UTF_8).length;
  }

  private static String folded(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
  }
}

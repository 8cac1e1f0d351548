package io.cleave.bench.peers;

import io.cleave.bench.Heat;
import io.cleave.bench.Measurement;
import io.cleave.bench.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/// What conversions come to: this library against OpenCV, which uses one thread, the fastest peer,
/// and a copy that reads and writes as many bytes.
final class ConversionTable {
  private ConversionTable() {}

  static List<String> of(List<Heat> heats) {
    List<String> lines = new ArrayList<>();
    lines.add("times as fast as OpenCV's split and convertTo, as the fastest peer, as a copy");
    lines.add(
        row("", "plain 1", "vector 1", "all", "opencl", "all/peer", "all/copy", "opencl/copy"));
    for (Heat heat : heats) {
      Optional<Measurement> opencv = find(heat, one -> one.label().device().equals("opencv"));
      Optional<Measurement> peer = heat.best(Role.PEER);
      Optional<Measurement> copy = heat.best(Role.COPY);
      Optional<Measurement> all = heat.bestOfOurs();
      Optional<Measurement> opencl = find(heat, one -> one.label().binding().equals("lwjgl"));
      lines.add(
          row(
              heat.subject().name(),
              ratio(route(heat, "plain, 1 thread"), opencv),
              ratio(route(heat, "vector, 1 thread"), opencv),
              ratio(all, opencv),
              ratio(opencl, opencv),
              ratio(all, peer),
              ratio(all, copy),
              ratio(opencl, copy)));
    }
    return lines;
  }

  private static Optional<Measurement> route(Heat heat, String route) {
    return find(heat, one -> one.label().route().equals(route));
  }

  private static Optional<Measurement> find(Heat heat, Predicate<Measurement> wanted) {
    return heat.measurements().stream()
        .filter(one -> one.role().isOurs())
        .filter(wanted)
        .findFirst()
        .or(() -> heat.measurements().stream().filter(wanted).findFirst());
  }

  private static String ratio(Optional<Measurement> one, Optional<Measurement> other) {
    return one.flatMap(mine -> other.map(theirs -> theirs.seconds() / mine.seconds()))
        .map(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
        .orElse("");
  }

  private static String row(String name, String... figures) {
    StringBuilder row = new StringBuilder("%-22s".formatted(name));
    for (String figure : figures) {
      row.append(" %11s".formatted(figure));
    }
    return row.toString().stripTrailing();
  }
}

package io.cleave.bench.image;

import io.cleave.bench.Heat;
import io.cleave.bench.Measurement;
import io.cleave.bench.Role;
import io.cleave.bench.report.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Images as text, for a terminal of some 80 columns: a line for each, and what they come to.
public final class ImageTable {
  /// What is less lasts so short that calling takes longer than splitting, and is not shared among
  /// threads.
  private static final long LARGE_PIXELS = 640 * 480;

  private ImageTable() {}

  /// What stands above the lines.
  public static List<String> head() {
    return List.of(
        "%-20s  %-23s  %-23s  %-13s".formatted("", "one thread", "all threads", "default"),
        "%-20s %10s %6s %6s %10s %6s %6s %6s %6s"
            .formatted(
                "", "time", "x copy", "x peer", "time", "x copy", "x peer", "x copy", "x peer"));
  }

  /// One image: the best of this library against the fastest copy and the fastest peer, on one
  /// thread and on all, and what a user gets who asks for nothing.
  public static String line(ImageHeats image) {
    return row(
        image.subject().name(),
        List.of(
            time(image.one()),
            ratio(image.oneToOne(Role.COPY)),
            ratio(image.oneToOne(Role.PEER)),
            time(image.all()),
            ratio(image.allToAll(Role.COPY)),
            ratio(image.allToAll(Role.PEER)),
            ratio(image.usualToAll(Role.COPY)),
            ratio(image.usualToAll(Role.PEER))));
  }

  /// All images: the geometric mean, and the worst.
  public static List<String> summary(List<ImageHeats> images) {
    List<ImageHeats> large =
        images.stream().filter(image -> pixels(image) >= LARGE_PIXELS).toList();
    List<String> lines = new ArrayList<>();
    lines.add(row("geometric mean", images, Distribution::geomean));
    lines.add(row("min", images, Distribution::min));
    lines.add(row("from 640x480: mean", large, Distribution::geomean));
    lines.add(row("from 640x480: min", large, Distribution::min));
    return lines;
  }

  private static long pixels(ImageHeats image) {
    return image.subject().plan().rows();
  }

  private static String row(
      String name, List<ImageHeats> images, Function<Distribution, Double> figure) {
    return row(
        name,
        List.of(
            "",
            spread(images, image -> image.oneToOne(Role.COPY), figure),
            spread(images, image -> image.oneToOne(Role.PEER), figure),
            "",
            spread(images, image -> image.allToAll(Role.COPY), figure),
            spread(images, image -> image.allToAll(Role.PEER), figure),
            spread(images, image -> image.usualToAll(Role.COPY), figure),
            spread(images, image -> image.usualToAll(Role.PEER), figure)));
  }

  private static String spread(
      List<ImageHeats> images,
      Function<ImageHeats, Optional<Double>> ratio,
      Function<Distribution, Double> figure) {
    return ratio(Distribution.over(images, ratio).map(figure));
  }

  private static String row(String name, List<String> cells) {
    return "%-20s %10s %6s %6s %10s %6s %6s %6s %6s"
        .formatted(
            name,
            cells.get(0),
            cells.get(1),
            cells.get(2),
            cells.get(3),
            cells.get(4),
            cells.get(5),
            cells.get(6),
            cells.get(7))
        .stripTrailing();
  }

  private static String time(Heat heat) {
    return heat.bestOfOurs()
        .map(Measurement::seconds)
        .map(seconds -> String.format(Locale.ROOT, "%.1f us", seconds * 1e6))
        .orElse("");
  }

  private static String ratio(Optional<Double> ratio) {
    return ratio.map(value -> String.format(Locale.ROOT, "%.2f", value)).orElse("");
  }
}

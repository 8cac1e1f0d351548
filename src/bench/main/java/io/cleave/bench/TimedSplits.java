package io.cleave.bench;

import io.cleave.cli.TimedSplit;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The splits of the benchmarks that are not in the suite.
final class TimedSplits {
  private static final Images FULL_HD = new Images("1080p", 1, 1080, 1920);
  private static final Images ONE = new Images("224x224", 1, 224, 224);
  private static final Images BATCH = new Images("32 of 224x224", 32, 224, 224);

  private static final List<Images> IMAGES =
      List.of(
          new Images("32x32", 1, 32, 32),
          ONE,
          new Images("640x480", 1, 480, 640),
          FULL_HD,
          new Images("4K", 1, 2160, 3840),
          BATCH);

  private static final int GROWING_ROW = 256;
  private static final long LEAST_GROWTH = 1 << 10;

  private TimedSplits() {}

  private record Images(String name, int count, int height, int width) {
    /// One image has no axis for images.
    Shape shape(int channels) {
      return count == 1 ? Shape.of(height, width, channels) : batch(channels);
    }

    Shape batch(int channels) {
      return Shape.of(count, height, width, channels);
    }
  }

  /// Those whose name contains a text.
  ///
  /// @throws IllegalArgumentException if there is none
  static List<TimedSplit> named(String part, List<TimedSplit> all) {
    List<TimedSplit> named = all.stream().filter(one -> one.name().contains(part)).toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "no split is called \"%s\"; there are %s"
              .formatted(part, all.stream().map(TimedSplit::name).toList()));
    }
    return named;
  }

  /// Images, channels last: two, three and four channels into planes, and three of four channels as
  /// they are.
  static List<TimedSplit> images() {
    List<TimedSplit> splits = new ArrayList<>();
    for (ElementType type : List.of(ElementType.U8, ElementType.U16, ElementType.F32)) {
      for (Images images : IMAGES) {
        for (int channels = 2; channels <= 4; channels++) {
          splits.add(
              new TimedSplit(
                  "%s %s x%s".formatted(type, images.name, channels),
                  "into planes",
                  SplitPlan.of(
                      Layout.of(type, images.shape(channels)), -1, Cut.intoEqualParts(channels))));
        }
        splits.add(
            new TimedSplit(
                "%s %s 3+1".formatted(type, images.name),
                "alpha dropped",
                SplitPlan.of(Layout.of(type, images.shape(4)), -1, Cut.byLengths(3, 1)).only(0)));
      }
    }
    return splits;
  }

  /// Conversions: pixels to the planes that a model takes, weights that are widened, and a model's
  /// answers to pixels.
  static List<TimedSplit> conversions() {
    List<TimedSplit> splits = new ArrayList<>();
    for (ElementType target : List.of(ElementType.F32, ElementType.F16, ElementType.BF16)) {
      splits.add(normalized(FULL_HD, target));
      splits.add(normalized(BATCH, target));
    }
    for (ElementType target : List.of(ElementType.F32, ElementType.F16)) {
      splits.add(stacked(BATCH, target));
      splits.add(cropped(target));
    }
    splits.add(withoutAlpha(FULL_HD, ElementType.F32));
    splits.add(withoutAlpha(BATCH, ElementType.F16));
    splits.add(pixels(FULL_HD));
    splits.add(pixels(BATCH));
    SplitPlan weights =
        SplitPlan.of(Layout.of(ElementType.U4, 4096, 6144), 1, Cut.byLengths(4096, 1024, 1024));
    Conversion dequantized =
        Conversion.to(ElementType.F16).dequantized(new double[] {.01, .02, .03}, 8);
    splits.add(
        new TimedSplit(
            "u4 weights to f16", "query, key and value", weights.converted(dequantized)));
    return splits;
  }

  /// All images and conversions.
  static List<TimedSplit> pixels() {
    return Stream.concat(images().stream(), conversions().stream()).toList();
  }

  private static TimedSplit normalized(Images images, ElementType target) {
    return new TimedSplit(
        "u8 %s to %s".formatted(images.name, target),
        "normalised planes",
        normalized(Layout.of(ElementType.U8, images.batch(3)), target));
  }

  private static SplitPlan normalized(Layout pixels, ElementType target) {
    return SplitPlan.of(pixels, -1, Cut.intoEqualParts(3))
        .converted(Conversion.to(target).imagenet());
  }

  private static TimedSplit stacked(Images images, ElementType target) {
    return new TimedSplit(
        "u8 %s to %s, stacked".formatted(images.name, target),
        "normalised planes, one tensor",
        normalized(Layout.of(ElementType.U8, images.batch(3)), target).stacked(1));
  }

  private static TimedSplit cropped(ElementType target) {
    Layout images = Layout.of(ElementType.U8, 8, FULL_HD.height, FULL_HD.width, 3);
    return new TimedSplit(
        "u8 224x224 in 8 of 1080p to %s".formatted(target),
        "normalised planes of windows",
        normalized(images.cropped(1, 428, 224).cropped(2, 848, 224), target));
  }

  /// One image into one tensor, as models take it.
  static List<TimedSplit> regions() {
    return List.of(stacked(ONE, ElementType.F32), stacked(FULL_HD, ElementType.F32));
  }

  private static TimedSplit withoutAlpha(Images images, ElementType target) {
    return new TimedSplit(
        "u8 %s 3+1 to %s".formatted(images.name, target),
        "normalised planes, alpha dropped",
        SplitPlan.of(Layout.of(ElementType.U8, images.batch(4)), -1, Cut.intoEqualParts(4))
            .only(0, 1, 2)
            .converted(Conversion.to(target).imagenet()));
  }

  private static TimedSplit pixels(Images images) {
    return new TimedSplit(
        "f32 %s to u8".formatted(images.name),
        "planes of pixels",
        SplitPlan.of(Layout.of(ElementType.F32, images.batch(3)), -1, Cut.intoEqualParts(3))
            .converted(Conversion.to(ElementType.U8).scaled(255, 0)));
  }

  /// The same split of ever larger tensors: rows of 256 numbers in three parts, from 1 KiB on, each
  /// four times as large as the one before.
  static List<TimedSplit> growing(long mostBytes) {
    if (mostBytes < LEAST_GROWTH) {
      throw new IllegalArgumentException(
          "growth begins at %s bytes; not %s".formatted(LEAST_GROWTH, mostBytes));
    }
    List<TimedSplit> splits = new ArrayList<>();
    for (long bytes = LEAST_GROWTH; bytes <= mostBytes && bytes > 0; bytes *= 4) {
      Shape shape = Shape.of(bytes / GROWING_ROW / Float.BYTES, GROWING_ROW);
      SplitPlan plan =
          SplitPlan.of(Layout.of(ElementType.F32, shape), 1, Cut.byLengths(64, 64, 128));
      splits.add(new TimedSplit(size(bytes), "", plan));
    }
    return splits;
  }

  /// A size as an option spells it: `256K`, `2M`.
  static String size(long bytes) {
    int power = Math.min(Long.numberOfTrailingZeros(bytes) / 10, 4);
    return power == 0
        ? String.valueOf(bytes)
        : (bytes >> (10 * power)) + " KMGT".substring(power, power + 1);
  }
}

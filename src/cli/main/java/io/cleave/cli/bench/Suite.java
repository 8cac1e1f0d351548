package io.cleave.cli.bench;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The suite: twelve splits that are hard in different ways. A name is a letter and a word.
public final class Suite {
  private static final List<TimedSplit> ALL =
      List.of(
          split(
              "A-qkv", "a fused QKV projection; long runs", equal(ElementType.F32, 3, 4096, 12288)),
          split(
              "B-rows16",
              "a feature table; runs of 4 to 32 bytes",
              lengths(ElementType.F32, Shape.of(2097152, 16), 1, 2, 5, 8)),
          split(
              "C-nchw",
              "channel groups; very long runs",
              lengths(ElementType.F32, Shape.of(32, 256, 56, 56), 64, 64, 128)),
          split(
              "D-hwc",
              "interleaved pixels to planes; runs of 1 byte",
              equal(ElementType.U8, 3, 33554432, 3)),
          split(
              "E-axis0",
              "contiguous parts",
              SplitPlan.of(Layout.of(ElementType.F32, 6, 8388608), 0, Cut.byLengths(1, 2, 3))),
          split("F-many", "64 parts, runs of 256 bytes", equal(ElementType.F32, 64, 8192, 4096)),
          split(
              "G-odd",
              "nothing is aligned",
              lengths(ElementType.U8, Shape.of(1048576, 100), 33, 7, 60)),
          split(
              "H-issue",
              "96 parts, most of them one row thick",
              lengths(ElementType.F32, Shape.of(256, 279, 81), lengthsOfH())),
          split(
              "I-tiny",
              "nothing but overhead",
              lengths(ElementType.F32, Shape.of(8, 64), 16, -1, 16)),
          split(
              "J-tail",
              "a long run and a stub, an odd row",
              lengths(ElementType.F16, Shape.of(65536, 1027), 1024, 3)),
          split(
              "K-nibbles",
              "4-bit elements, runs that begin within a byte",
              equal(ElementType.U4, 6, 16384, 8190)),
          split(
              "L-thousand",
              "a thousand parts, runs of 12 bytes",
              equal(ElementType.I32, 1000, 4096, 3000)));

  private Suite() {}

  /// All of them, in order.
  public static List<TimedSplit> all() {
    return ALL;
  }

  /// The split whose name is this, or begins with this letter.
  ///
  /// @throws IllegalArgumentException if there is none; the message lists all
  public static TimedSplit find(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return ALL.stream()
        .filter(split -> matches(split.name().toLowerCase(Locale.ROOT), wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the suite has no \"%s\"; use one of %s"
                        .formatted(
                            name,
                            ALL.stream().map(TimedSplit::name).collect(Collectors.joining(" ")))));
  }

  private static boolean matches(String name, String wanted) {
    return name.equals(wanted) || name.startsWith(wanted + "-");
  }

  private static TimedSplit split(String name, String note, SplitPlan plan) {
    return new TimedSplit(name, note, plan);
  }

  private static SplitPlan equal(ElementType type, long parts, long... shape) {
    return SplitPlan.of(Layout.of(type, shape), 1, Cut.intoEqualParts(parts));
  }

  private static SplitPlan lengths(ElementType type, Shape shape, long... lengths) {
    return SplitPlan.of(Layout.of(type, shape), 1, Cut.byLengths(lengths));
  }

  /// A real graph's: 89 parts of 1, one of 10, six of 30.
  private static long[] lengthsOfH() {
    long[] lengths = new long[96];
    Arrays.fill(lengths, 1);
    lengths[89] = 10;
    Arrays.fill(lengths, 90, 96, 30);
    return lengths;
  }
}

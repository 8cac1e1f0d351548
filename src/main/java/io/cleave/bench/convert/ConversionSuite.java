package io.cleave.bench.convert;

import io.cleave.bench.Subject;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// What pipelines convert while they split.
public final class ConversionSuite {
  private static final double[] MEAN = {0.485, 0.456, 0.406};
  private static final double[] DEVIATION = {0.229, 0.224, 0.225};
  private static final int COLORS = 3;

  private static final Size IMAGE = new Size("1080p", 1, 1080, 1920);
  private static final Size BATCH = new Size("batch", 32, 224, 224);

  private record Size(String name, int count, int height, int width) {
    Shape of(int channels) {
      return Shape.of(count, height, width, channels);
    }
  }

  private ConversionSuite() {}

  /// All of them.
  public static List<Subject> all() {
    List<Subject> subjects = new ArrayList<>();
    for (ElementType target : List.of(ElementType.F32, ElementType.F16, ElementType.BF16)) {
      subjects.add(normalized(IMAGE, target));
      subjects.add(normalized(BATCH, target));
    }
    subjects.add(withoutAlpha(IMAGE, ElementType.F32));
    subjects.add(withoutAlpha(BATCH, ElementType.F16));
    subjects.add(pixels(IMAGE));
    subjects.add(pixels(BATCH));
    subjects.add(weights());
    return subjects;
  }

  /// Those whose name contains this.
  ///
  /// @throws IllegalArgumentException if there is none
  public static List<Subject> named(String part) {
    List<Subject> named = all().stream().filter(one -> one.name().contains(part)).toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "no conversion is called \"%s\"; there are %s"
              .formatted(part, all().stream().map(Subject::name).toList()));
    }
    return named;
  }

  private static Subject normalized(Size size, ElementType target) {
    return new Subject(
        "u8 %s to %s".formatted(size.name, target),
        "normalised planes",
        SplitPlan.intoEqualParts(size.of(COLORS), ElementType.U8, -1, COLORS)
            .converted(Conversion.to(target).normalized(MEAN, DEVIATION, 255)));
  }

  private static Subject withoutAlpha(Size size, ElementType target) {
    double[] mean = {MEAN[0], MEAN[1], MEAN[2], 0};
    double[] deviation = {DEVIATION[0], DEVIATION[1], DEVIATION[2], 1};
    return new Subject(
        "u8 %s 3+1 to %s".formatted(size.name, target),
        "normalised planes, alpha dropped",
        SplitPlan.intoEqualParts(size.of(COLORS + 1), ElementType.U8, -1, COLORS + 1)
            .converted(Conversion.to(target).normalized(mean, deviation, 255))
            .only(IntStream.range(0, COLORS).toArray()));
  }

  private static Subject pixels(Size size) {
    return new Subject(
        "f32 %s to u8".formatted(size.name),
        "planes of pixels",
        SplitPlan.intoEqualParts(size.of(COLORS), ElementType.F32, -1, COLORS)
            .converted(Conversion.to(ElementType.U8).scale(255)));
  }

  private static Subject weights() {
    return new Subject(
        "u4 weights to f16",
        "query, key and value",
        SplitPlan.byLengths(Shape.of(4096, 6144), ElementType.U4, 1, 4096, 1024, 1024)
            .converted(
                Conversion.to(ElementType.F16).dequantized(new float[] {.01f, .02f, .03f}, 8)));
  }
}

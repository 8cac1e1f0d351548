package io.cleave.bench.image;

import io.cleave.bench.Subject;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;

/// Images of usual sizes and pixels, channels last: taken apart into planes, and without their
/// fourth channel.
public final class ImageSuite {
  /// A size that images have.
  private record Size(String name, int count, int height, int width) {}

  private static final List<Size> SIZES =
      List.of(
          new Size("32x32", 1, 32, 32),
          new Size("224x224", 1, 224, 224),
          new Size("640x480", 1, 480, 640),
          new Size("1080p", 1, 1080, 1920),
          new Size("4K", 1, 2160, 3840),
          new Size("32 of 224x224", 32, 224, 224));

  private static final List<ElementType> TYPES =
      List.of(ElementType.U8, ElementType.U16, ElementType.F32);

  private ImageSuite() {}

  /// All of them: of each type and size, two, three and four channels into planes, and three of
  /// four channels as they are.
  public static List<Subject> all() {
    List<Subject> subjects = new ArrayList<>();
    for (ElementType type : TYPES) {
      for (Size size : SIZES) {
        for (int channels = 2; channels <= 4; channels++) {
          subjects.add(planes(type, size, channels));
        }
        subjects.add(withoutAlpha(type, size));
      }
    }
    return subjects;
  }

  /// Those whose name contains this.
  ///
  /// @throws IllegalArgumentException if there is none
  public static List<Subject> named(String part) {
    List<Subject> named = all().stream().filter(one -> one.name().contains(part)).toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "no image is called \"%s\"; names are such as \"%s\" and \"%s\""
              .formatted(part, all().getFirst().name(), all().getLast().name()));
    }
    return named;
  }

  private static Subject planes(ElementType type, Size size, int channels) {
    return new Subject(
        "%s %s x%s".formatted(type, size.name, channels),
        "into planes",
        SplitPlan.intoEqualParts(shape(size, channels), type, -1, channels));
  }

  private static Subject withoutAlpha(ElementType type, Size size) {
    return new Subject(
        "%s %s 3+1".formatted(type, size.name),
        "alpha dropped",
        SplitPlan.byLengths(shape(size, 4), type, -1, 3, 1).only(0));
  }

  private static Shape shape(Size size, int channels) {
    return size.count == 1
        ? Shape.of(size.height, size.width, channels)
        : Shape.of(size.count, size.height, size.width, channels);
  }
}

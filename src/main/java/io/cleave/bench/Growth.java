package io.cleave.bench;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;

/// The same split of ever larger tensors: where a device begins to pay, and whether it keeps its
/// speed.
public final class Growth {
  private static final int ROW = 256;
  private static final long FIRST_BYTES = 1 << 10;

  private Growth() {}

  /// Rows of 256 numbers in three parts, from 1 KiB on, each four times as large as the one before.
  ///
  /// @param mostBytes the largest tensor, 1024 at least
  public static List<Subject> upTo(long mostBytes) {
    if (mostBytes < FIRST_BYTES) {
      throw new IllegalArgumentException(
          "growth begins at 1024 bytes; the largest tensor cannot have %s".formatted(mostBytes));
    }
    List<Subject> subjects = new ArrayList<>();
    for (long bytes = FIRST_BYTES; bytes <= mostBytes; bytes *= 4) {
      subjects.add(subject(bytes));
      if (bytes > Long.MAX_VALUE / 4) {
        break;
      }
    }
    return subjects;
  }

  private static Subject subject(long bytes) {
    Shape shape = Shape.of(bytes / ROW / Float.BYTES, ROW);
    return new Subject(
        text(bytes), "", SplitPlan.byLengths(shape, ElementType.F32, 1, 64, 64, 128));
  }

  private static String text(long bytes) {
    if (bytes < 1 << 20) {
      return "%s KiB".formatted(bytes >> 10);
    }
    return bytes < 1 << 30 ? "%s MiB".formatted(bytes >> 20) : "%s GiB".formatted(bytes >> 30);
  }
}

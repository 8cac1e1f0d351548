package io.cleave.agreement;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Inference as in OpenVINO, after its sources of 2024 to 2026; tests compare it with its answers.
final class OpenVinoArithmetic implements Arithmetic {
  private static final float BEYOND_LONG = 0x1p63f;

  @Override
  public boolean takesData(PartialShape shape, ElementType type) {
    return true;
  }

  @Override
  public boolean takesType(ElementType type) {
    return true;
  }

  @Override
  public boolean isUnreadable(IntegerInput input) {
    return input.isKnown()
        && switch (input.type()) {
          case BF16, F16, F32, F64, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64, NF4 -> false;
          default -> true;
        };
  }

  /// OpenVINO checks them only where the axis is known.
  @Override
  public boolean takesLengths(long[] lengths) {
    return true;
  }

  @Override
  public long[] values(IntegerInput input) {
    long[] values = input.values();
    if (input.type() == ElementType.I4) {
      // It is read as a byte, whose other half is 0.
      Arrays.setAll(values, i -> values[i] & 0xF);
    }
    return values;
  }

  /// Sums wrap around, and a rest that is negative is not noticed.
  @Override
  public Optional<List<Extent>> extents(Extent extent, long[] lengths) {
    int rest = -1;
    long sum = 0;
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] < -1 || (lengths[i] == -1 && rest >= 0)) {
        return Optional.empty();
      }
      rest = lengths[i] == -1 ? i : rest;
      sum += Math.max(0, lengths[i]);
    }
    if (isKnown(extent) && rest < 0 && sum != extent.min()) {
      return Optional.empty();
    }
    List<Extent> extents = new ArrayList<>();
    for (int i = 0; i < lengths.length; i++) {
      extents.add(i == rest ? rest(extent, sum) : Extent.of(lengths[i]));
    }
    return Optional.of(extents);
  }

  /// A rest of -1 stands for "unknown", and smaller ones are taken for 0.
  private static Extent rest(Extent extent, long others) {
    long rest = extent.min() - others;
    return !isKnown(extent) || rest == -1 ? Extent.UNKNOWN : Extent.of(Math.max(0, rest));
  }

  @Override
  public Optional<Extent> divided(Extent extent, int parts) {
    if (isKnown(extent)) {
      return extent.min() % parts == 0
          ? Optional.of(Extent.of(extent.min() / parts))
          : Optional.empty();
    }
    if (extent.max() < parts) {
      return Optional.empty();
    }
    boolean bounded = extent.max() < Long.MAX_VALUE;
    return Optional.of(
        new Extent(
            scaled(extent.min(), parts), bounded ? scaled(extent.max(), parts) : Long.MAX_VALUE));
  }

  /// The largest number stands for "no bound".
  private static boolean isKnown(Extent extent) {
    return extent.isKnown() && extent.max() < Long.MAX_VALUE;
  }

  /// By the reciprocal as a 32-bit float, rounded down. What is too large for an integer then
  /// becomes the smallest one on x86, and that 0.
  private static long scaled(long bound, long parts) {
    float scaled = bound * (1.0f / parts);
    return scaled >= BEYOND_LONG ? 0 : (long) scaled;
  }
}

package io.cleave.plan;

import static io.cleave.plan.ElementType.BF16;
import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.F64;
import static io.cleave.plan.ElementType.I16;
import static io.cleave.plan.ElementType.I4;
import static io.cleave.plan.ElementType.I64;
import static io.cleave.plan.ElementType.I8;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U1;
import static io.cleave.plan.ElementType.U16;
import static io.cleave.plan.ElementType.U2;
import static io.cleave.plan.ElementType.U3;
import static io.cleave.plan.ElementType.U6;
import static io.cleave.plan.ElementType.U64;
import static io.cleave.plan.ElementType.U8;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/// What can be converted, and what the values of a rule must be.
final class Conversions {
  private static final Set<ElementType> FLOATS = EnumSet.of(F32, F16, BF16);
  private static final Set<ElementType> FLOAT_TARGETS = EnumSet.of(F32, F16, BF16, F64);
  private static final Set<ElementType> INTEGER_TARGETS = EnumSet.of(U8, I8, U16, I16);
  private static final Set<ElementType> NO_SOURCES = EnumSet.of(F64, I64, U64, STRING);

  private Conversions() {}

  static void requireTarget(ElementType target) {
    if (!FLOAT_TARGETS.contains(target) && !INTEGER_TARGETS.contains(target)) {
      throw new IllegalArgumentException(
          "nothing is converted to %s; use one of %s, %s"
              .formatted(target, names(FLOAT_TARGETS), names(INTEGER_TARGETS)));
    }
  }

  static void requirePair(ElementType source, ElementType target) {
    if (NO_SOURCES.contains(source)) {
      throw new IllegalArgumentException(
          "%s is not converted; split it without a conversion".formatted(source));
    }
    if (INTEGER_TARGETS.contains(target) && !FLOATS.contains(source)) {
      throw new IllegalArgumentException(
          "only %s are converted to %s, not %s; use one of %s"
              .formatted(names(FLOATS), target, source, names(FLOAT_TARGETS)));
    }
  }

  private static String names(Collection<ElementType> types) {
    return types.stream().map(ElementType::toString).collect(Collectors.joining(", "));
  }

  static void requireSome(String what, int count) {
    if (count == 0) {
      throw new IllegalArgumentException(
          "%s needs a value for all parts, or one for each".formatted(what));
    }
  }

  /// A copy of values that are all finite.
  static float[] finite(String what, float[] values) {
    requireSome(what, values.length);
    for (float value : values) {
      if (!Float.isFinite(value)) {
        throw new IllegalArgumentException("%s must be finite; %s is not".formatted(what, value));
      }
    }
    return values.clone();
  }

  static RuleList.Affines normalized(double[] mean, double[] std, double max) {
    requireSome("a mean", mean.length);
    requireSome("a deviation", std.length);
    float[] scale = new float[std.length];
    for (int i = 0; i < std.length; i++) {
      scale[i] = (float) (1 / (max * std[i]));
    }
    if (mean.length != std.length && mean.length != 1 && std.length != 1) {
      throw new IllegalArgumentException(
          "means and deviations come in pairs; there are %s and %s"
              .formatted(mean.length, std.length));
    }
    float[] bias = new float[Math.max(mean.length, std.length)];
    for (int i = 0; i < bias.length; i++) {
      bias[i] = (float) (-mean[Math.min(i, mean.length - 1)] / std[Math.min(i, std.length - 1)]);
    }
    return new RuleList.Affines(
        finite("the scale of mean and deviation", scale),
        finite("the bias of mean and deviation", bias));
  }

  /// Checks what depends on the types.
  static void check(Rule rule, ElementType source, ElementType target) {
    if (target == F64 && !(rule instanceof Rule.Cast)) {
      throw new IllegalArgumentException(
          "only a cast goes to f64, where it is exact; rules are calculated in f32, so use f32");
    }
    if (rule instanceof Rule.Dequantized dequantized) {
      checkZero(dequantized.zeroPoint(), source);
    }
  }

  private static void checkZero(long zero, ElementType source) {
    if (!isInteger(source)) {
      throw new IllegalArgumentException(
          "integers are dequantized, not %s; use a scale".formatted(source));
    }
    boolean isSigned = source == I4 || source.minIndex() < 0;
    long least = isSigned ? -1L << (source.bits() - 1) : 0;
    long most = least + (1L << source.bits()) - 1;
    if (zero < least || zero > most) {
      throw new IllegalArgumentException(
          "a zero point of %s is in %s..%s, not %s".formatted(source, least, most, zero));
    }
  }

  private static boolean isInteger(ElementType type) {
    return type.holdsIndices() || type == U1 || type == U2 || type == U3 || type == U6;
  }
}

package io.cleave.convert;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Conversions of all kinds.
public final class RandomRules {
  /// All types that can be converted.
  public static final Set<ElementType> SOURCES =
      EnumSet.complementOf(
          EnumSet.of(ElementType.F64, ElementType.I64, ElementType.U64, ElementType.STRING));

  private static final Set<ElementType> FLOATS =
      EnumSet.of(ElementType.F32, ElementType.F16, ElementType.BF16);

  private static final float[] SCALES = {
    1 / 255f, 1, -1, 0, -0f, 0.1f, 3.4e38f, 1e-38f, Float.MIN_VALUE, 65_504, 1.5f, 0x1p-14f
  };

  private static final float[] BIASES = {
    0, -0f, 1, -0.5f, -2.117904f, 1e10f, -3.4e38f, Float.MIN_NORMAL, 0x1p-25f
  };

  private RandomRules() {}

  /// What a type is converted to.
  public static Set<ElementType> targets(ElementType source) {
    Set<ElementType> targets =
        EnumSet.of(ElementType.F32, ElementType.F16, ElementType.BF16, ElementType.F64);
    if (FLOATS.contains(source)) {
      targets.addAll(EnumSet.of(ElementType.U8, ElementType.I8, ElementType.U16, ElementType.I16));
    }
    return targets;
  }

  /// A plan that converts by any rule, or the plan itself if its type cannot be converted.
  public static SplitPlan converted(SplitPlan plan, Random random) {
    if (!SOURCES.contains(plan.data().type())) {
      return plan;
    }
    List<ElementType> targets = List.copyOf(targets(plan.data().type()));
    ElementType target = targets.get(random.nextInt(targets.size()));
    int values = random.nextBoolean() ? 1 : plan.lengths().length;
    // A generator of its own, so that the numbers drawn later do not depend on how many values
    // there are.
    Random own = new Random(random.nextLong());
    List<Conversion> rules = of(plan.data().type(), target, values, own);
    return plan.converted(rules.get(random.nextInt(rules.size())));
  }

  /// Every rule that fits, each with some values.
  ///
  /// @param parts how many values a rule has, 1 for one of all parts
  public static List<Conversion> of(
      ElementType source, ElementType target, int parts, Random random) {
    Conversion cast = Conversion.to(target);
    List<Conversion> all = new ArrayList<>(List.of(cast));
    if (target == ElementType.F64) {
      return all;
    }
    all.add(cast.scaled(pick(SCALES, parts, random), pick(BIASES, parts, random)));
    all.add(cast.scaled(random.nextFloat() / 100, random.nextFloat() - 0.5f));
    if (isInteger(source)) {
      long least = source.toString().startsWith("i") ? -(1L << (source.bits() - 1)) : 0;
      long[] zeros = random.longs(parts, least, least + (1L << source.bits())).toArray();
      all.add(cast.dequantized(pick(SCALES, parts, random), zeros));
    }
    return all;
  }

  private static double[] pick(float[] from, int count, Random random) {
    double[] picked = new double[count];
    for (int i = 0; i < count; i++) {
      picked[i] = from[random.nextInt(from.length)];
    }
    return picked;
  }

  /// True for integers with and without a sign.
  public static boolean isInteger(ElementType type) {
    return type.toString().matches("[ui]\\d+");
  }
}

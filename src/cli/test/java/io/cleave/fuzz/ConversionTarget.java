package io.cleave.fuzz;

import io.cleave.convert.RandomRules;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.HardPatterns;
import java.util.List;

/// Conversions as programs ask for them, with any numbers: refused, or carried out by both kinds of
/// kernels and exact.
final class ConversionTarget implements FuzzTarget {
  private static final ElementType[] TYPES = ElementType.values();
  private static final Shape SHAPE = Shape.of(3, 12);
  private static final int PARTS = 3;

  @Override
  public boolean accepts(byte[] input) {
    ByteRandom random = new ByteRandom(input);
    ElementType source = TYPES[random.nextInt(TYPES.length)];
    Conversion conversion = Conversion.to(target(source, random));
    int rules = random.nextInt(3);
    for (int i = 0; i < rules; i++) {
      conversion = with(conversion, source, random);
    }
    SplitPlan plan =
        SplitPlan.of(Layout.of(source, SHAPE), 1, Cut.intoEqualParts(PARTS)).converted(conversion);
    TwinCheck.requireExact(plan, input);
    return true;
  }

  /// Seldom one that is refused whatever follows.
  private static ElementType target(ElementType source, ByteRandom random) {
    List<ElementType> targets =
        random.nextInt(8) == 0 ? List.of(TYPES) : List.copyOf(RandomRules.targets(source));
    return targets.get(random.nextInt(targets.size()));
  }

  private static Conversion with(Conversion conversion, ElementType source, ByteRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> conversion.scaled(doubles(random), doubles(random));
      case 1 -> conversion.normalized(doubles(random), doubles(random));
      case 2 -> conversion.normalized(doubles(random), doubles(random), number(random));
      case 3 -> conversion.dequantized(doubles(random), longs(random, source));
      default -> conversion;
    };
  }

  private static int count(ByteRandom random) {
    return switch (random.nextInt(4)) {
      case 0, 1 -> 1;
      case 2 -> PARTS;
      default -> random.nextInt(PARTS + 2);
    };
  }

  private static double[] doubles(ByteRandom random) {
    return random.doubles(count(random)).map(_ -> number(random)).toArray();
  }

  private static long[] longs(ByteRandom random, ElementType source) {
    int bits = random.nextInt(Integer.SIZE);
    return random.longs(count(random)).map(value -> value >> (bits + source.bits() / 2)).toArray();
  }

  /// Any number, none and the infinite ones among them.
  private static double number(ByteRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> Float.intBitsToFloat(HardPatterns.next(random));
      case 1 -> Double.longBitsToDouble(random.nextLong());
      case 2 -> random.nextInt(256);
      default -> (random.nextInt(1 << Short.SIZE) - (1 << 15)) / 128.0;
    };
  }
}

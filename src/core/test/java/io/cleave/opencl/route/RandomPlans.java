package io.cleave.opencl.route;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.Random;

/// Plans of all sorts: equal runs and wild ones, bits and bytes, all parts and some.
public final class RandomPlans {
  private static final ElementType[] TYPES = {
    ElementType.U1,
    ElementType.U2,
    ElementType.U3,
    ElementType.U4,
    ElementType.U6,
    ElementType.U8,
    ElementType.F16,
    ElementType.F32,
    ElementType.F64
  };
  private static final int[] COUNTS = {1, 2, 2, 3, 4, 8, 9, 16, 17, 32, 33, 65, 100, 1000};
  private static final long[] ROWS = {1, 1, 2, 7, 61, 64, 65, 127, 129, 1000, 4096, 4098};
  private static final long[] LINES = {63, 64, 65, 127, 128, 129, 255, 256, 257};

  private RandomPlans() {}

  public static SplitPlan next(Random random, long mostBytes) {
    ElementType type = TYPES[random.nextInt(TYPES.length)];
    long inner = random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 1;
    long[] lengths = lengths(random);
    long most = mostBytes * 8 / type.bits() / inner;
    while (Arrays.stream(lengths).sum() > most) {
      lengths = Arrays.copyOf(lengths, Math.max(1, lengths.length / 2));
      lengths[0] = Math.min(lengths[0], most / 2);
    }
    long extent = Arrays.stream(lengths).sum();
    long fitting = Math.max(1, most / Math.max(1, extent));
    long rows = Math.min(fitting, ROWS[random.nextInt(ROWS.length)]);
    SplitPlan plan = SplitPlan.of(Layout.of(type, rows, extent, inner), 1, Cut.byLengths(lengths));
    return random.nextInt(3) == 0 ? plan.without(some(random, plan.partCount())) : plan;
  }

  private static int[] some(Random random, int parts) {
    return random.ints(1 + random.nextInt(3), 0, parts).toArray();
  }

  private static long[] lengths(Random random) {
    int count = COUNTS[random.nextInt(COUNTS.length)];
    int kind = random.nextInt(7);
    long equal = 1L + random.nextInt(33);
    long[] lengths = new long[count];
    Arrays.setAll(
        lengths,
        i ->
            switch (kind) {
              case 0 -> equal;
              case 1 -> 1 + random.nextInt(33);
              case 2 -> 1 + random.nextInt(random.nextInt(4) > 0 ? 9 : 600);
              case 3 -> random.nextInt(3) > 0 ? random.nextInt(6) : random.nextInt(20_000);
              case 4 -> LINES[random.nextInt(LINES.length)];
              case 5 -> 16L * (1 + random.nextInt(40));
              default -> random.nextInt(8) > 0 ? 1 + random.nextInt(70) : 0;
            });
    return lengths;
  }
}

package io.cleave.opencl.route;

import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I32;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;

import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;

/// The splits of the benchmarks' suite.
@SuppressWarnings("ImmutableEnumChecker") // plans are immutable
enum Suite {
  A_QKV(Layout.of(F32, 4096, 12288), 1, Cut.intoEqualParts(3)),
  B_ROWS16(Layout.of(F32, 1 << 21, 16), 1, Cut.byLengths(1, 2, 5, 8)),
  C_NCHW(Layout.of(F32, 32, 256, 56, 56), 1, Cut.byLengths(64, 64, 128)),
  D_HWC(Layout.of(U8, 1 << 25, 3), 1, Cut.intoEqualParts(3)),
  E_AXIS0(Layout.of(F32, 6, 1 << 23), 0, Cut.byLengths(1, 2, 3)),
  F_MANY(Layout.of(F32, 8192, 4096), 1, Cut.intoEqualParts(64)),
  G_ODD(Layout.of(U8, 1 << 20, 100), 1, Cut.byLengths(33, 7, 60)),
  H_ISSUE(Layout.of(F32, 256, 279, 81), 1, Cut.byLengths(lengthsOfH())),
  I_TINY(Layout.of(F32, 8, 64), 1, Cut.byLengths(16, -1, 16)),
  J_TAIL(Layout.of(F16, 65536, 1027), 1, Cut.byLengths(1024, 3)),
  K_NIBBLES(Layout.of(U4, 16384, 8190), 1, Cut.intoEqualParts(6)),
  L_THOUSAND(Layout.of(I32, 4096, 3000), 1, Cut.intoEqualParts(1000));

  final SplitPlan plan;

  Suite(Layout data, int axis, Cut cut) {
    plan = SplitPlan.of(data, axis, cut);
  }

  private static long[] lengthsOfH() {
    long[] lengths = new long[96];
    Arrays.fill(lengths, 1);
    lengths[89] = 10;
    Arrays.fill(lengths, 90, 96, 30);
    return lengths;
  }
}

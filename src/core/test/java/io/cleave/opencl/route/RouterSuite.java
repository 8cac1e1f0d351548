package io.cleave.opencl.route;

import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I32;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;

import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The splits of the benchmarks' suite, and where parts go.
///
/// @param name how the shape is called
record RouterSuite(String name, SplitPlan plan) {
  static final RouterSuite A_QKV =
      new RouterSuite("A_QKV", SplitPlan.of(Layout.of(F32, 4096, 12288), 1, Cut.intoEqualParts(3)));
  static final RouterSuite B_ROWS16 =
      new RouterSuite(
          "B_ROWS16", SplitPlan.of(Layout.of(F32, 2097152, 16), 1, Cut.byLengths(1, 2, 5, 8)));
  static final RouterSuite C_NCHW =
      new RouterSuite(
          "C_NCHW", SplitPlan.of(Layout.of(F32, 32, 256, 56, 56), 1, Cut.byLengths(64, 64, 128)));
  static final RouterSuite D_HWC =
      new RouterSuite("D_HWC", SplitPlan.of(Layout.of(U8, 33554432, 3), 1, Cut.intoEqualParts(3)));
  static final RouterSuite E_AXIS0 =
      new RouterSuite(
          "E_AXIS0", SplitPlan.of(Layout.of(F32, 6, 8388608), 0, Cut.byLengths(1, 2, 3)));
  static final RouterSuite F_MANY =
      new RouterSuite(
          "F_MANY", SplitPlan.of(Layout.of(F32, 8192, 4096), 1, Cut.intoEqualParts(64)));
  static final RouterSuite G_ODD =
      new RouterSuite(
          "G_ODD", SplitPlan.of(Layout.of(U8, 1048576, 100), 1, Cut.byLengths(33, 7, 60)));
  static final RouterSuite H_ISSUE =
      new RouterSuite(
          "H_ISSUE", SplitPlan.of(Layout.of(F32, 256, 279, 81), 1, Cut.byLengths(lengthsOfH())));
  static final RouterSuite I_TINY =
      new RouterSuite("I_TINY", SplitPlan.of(Layout.of(F32, 8, 64), 1, Cut.byLengths(16, -1, 16)));
  static final RouterSuite J_TAIL =
      new RouterSuite(
          "J_TAIL", SplitPlan.of(Layout.of(F16, 65536, 1027), 1, Cut.byLengths(1024, 3)));
  static final RouterSuite K_NIBBLES =
      new RouterSuite(
          "K_NIBBLES", SplitPlan.of(Layout.of(U4, 16384, 8190), 1, Cut.intoEqualParts(6)));
  static final RouterSuite L_THOUSAND =
      new RouterSuite(
          "L_THOUSAND", SplitPlan.of(Layout.of(I32, 4096, 3000), 1, Cut.intoEqualParts(1000)));

  /// Each part at the beginning of a buffer of its own.
  static final Placement SEPARATE = new Placement(0, Placement.Target.SEPARATE, List.of());

  /// All of them, in order.
  static final List<RouterSuite> ALL =
      List.of(
          A_QKV,
          B_ROWS16,
          C_NCHW,
          D_HWC,
          E_AXIS0,
          F_MANY,
          G_ODD,
          H_ISSUE,
          I_TINY,
          J_TAIL,
          K_NIBBLES,
          L_THOUSAND);

  /// 89 parts of 1, one of 10, six of 30.
  private static long[] lengthsOfH() {
    long[] lengths = new long[96];
    Arrays.fill(lengths, 1);
    lengths[89] = 10;
    Arrays.fill(lengths, 90, 96, 30);
    return lengths;
  }

  /// All parts in one buffer, or each in its own.
  Placement placement(boolean packed) {
    return packed ? packed(plan) : SEPARATE;
  }

  /// All parts of a plan in one buffer.
  static Placement packed(SplitPlan plan) {
    List<Long> ats = new ArrayList<>();
    long at = 0;
    for (Part part : plan.parts()) {
      ats.add(at);
      at += Math.ceilDiv(part.bytes(), 128) * 128;
    }
    return new Placement(0, Placement.Target.PACKED, ats);
  }
}

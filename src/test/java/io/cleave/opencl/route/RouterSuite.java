package io.cleave.opencl.route;

import io.cleave.bench.Suite;
import io.cleave.opencl.route.job.Placement;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;

/// The shapes that performance is judged by, and where parts go.
///
/// @param name how the shape is called
record RouterSuite(String name, SplitPlan plan) {
  static final RouterSuite A_QKV = of("A_QKV");
  static final RouterSuite B_ROWS16 = of("B_ROWS16");
  static final RouterSuite C_NCHW = of("C_NCHW");
  static final RouterSuite D_HWC = of("D_HWC");
  static final RouterSuite E_AXIS0 = of("E_AXIS0");
  static final RouterSuite F_MANY = of("F_MANY");
  static final RouterSuite G_ODD = of("G_ODD");
  static final RouterSuite H_ISSUE = of("H_ISSUE");
  static final RouterSuite I_TINY = of("I_TINY");
  static final RouterSuite J_TAIL = of("J_TAIL");
  static final RouterSuite K_NIBBLES = of("K_NIBBLES");
  static final RouterSuite L_THOUSAND = of("L_THOUSAND");

  /// Each part at the beginning of a buffer of its own.
  static final Placement SEPARATE = new Placement(0, Placement.Separate.AT_ZERO);

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

  private static RouterSuite of(String name) {
    return new RouterSuite(name, Suite.find(name.substring(0, 1)).plan());
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
    return new Placement(0, new Placement.Packed(ats));
  }
}

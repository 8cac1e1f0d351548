package io.cleave.cpu.convert;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/// Whether the JVM has an instruction for `Math.fma`.
final class Fused {
  /// Found out once.
  static final boolean IS_FAST = isFast();

  private Fused() {}

  private static boolean isFast() {
    HotSpotDiagnosticMXBean bean =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      return bean == null || Boolean.parseBoolean(bean.getVMOption("UseFMA").getValue());
    } catch (IllegalArgumentException e) {
      // A JVM of another kind, which has no such option.
      return true;
    }
  }
}

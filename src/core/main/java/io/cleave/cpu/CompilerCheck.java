package io.cleave.cpu;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Whether C2 compiles what this JVM runs. Without it every vector operation is a call that
/// allocates: a shuffle came at 33,000 ns per KiB under C1 and at a million in the interpreter,
/// where C2 gives 10.
final class CompilerCheck {
  private CompilerCheck() {}

  /// Why vectors would be slow; null where they are not.
  static @Nullable String refusal() {
    String name = property("java.vm.name");
    if (!name.contains("hotspot") && !name.contains("openjdk")) {
      return "%s is not HotSpot".formatted(System.getProperty("java.vm.name"));
    }
    if (property("java.vm.version").contains("jvmci")) {
      return "this JVM may compile by another compiler than C2 (JVMCI)";
    }
    String info = property("java.vm.info");
    if (info.contains("interpreted") || info.contains("emulated-client")) {
      return "C2 is switched off (%s)".formatted(info);
    }
    return byOptions();
  }

  private static String property(String name) {
    return System.getProperty(name, "").toLowerCase(Locale.ROOT);
  }

  /// Levels 0, 2 and 3 do not show in a property. Where the module jdk.management is missing, they
  /// are not looked for.
  private static @Nullable String byOptions() {
    try {
      HotSpotDiagnosticMXBean bean =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      if (bean == null) {
        return null;
      }
      boolean compiles = Boolean.parseBoolean(bean.getVMOption("UseCompiler").getValue());
      String level = bean.getVMOption("TieredStopAtLevel").getValue();
      return compiles && level.equals("4")
          ? null
          : "C2 is switched off (UseCompiler=%s, TieredStopAtLevel=%s)".formatted(compiles, level);
    } catch (IllegalArgumentException | LinkageError e) {
      return null;
    }
  }
}

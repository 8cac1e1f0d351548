package io.cleave.cpu;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.cleave.cpu.loops.ByKinds;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.PlainKernels;
import io.cleave.cpu.loops.VectorProvider;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Availability of the kernels on the Vector API in this JVM, with the reason if there are none.
/// Determined once; immutable.
///
/// Without C2 every vector operation is a call that allocates: a shuffle came at 33,000 ns per KiB
/// under C1 and at a million in the interpreter, where C2 gives 10.
///
/// The property `cleave.vector` switches them `off`; `auto` is the default.
public final class Vectors {
  /// Half a vector of AVX2; below that byte vectors miss instructions, and C2 calls methods
  /// instead.
  private static final int FEWEST_BITS_X86 = 256;

  private static final int FEWEST_BITS = 128;
  private static final String PROVIDER = "io.cleave.cpu.vector.Provider";
  private static final Logger LOG = LoggerFactory.getLogger(Vectors.class);
  private static final Vectors HERE = find(System.getProperty("cleave.vector", "auto"));

  static {
    LOG.debug("{}", HERE);
  }

  private final @Nullable VectorProvider provider;
  private final String reason;
  private final ByKinds<Kernels> warmingUp = kernels(true);
  private final ByKinds<Kernels> atOnce = kernels(false);

  private Vectors(@Nullable VectorProvider provider, String reason) {
    this.provider = provider;
    this.reason = reason;
  }

  /// The kernels of this JVM.
  public static Vectors here() {
    return HERE;
  }

  /// True if there are such kernels.
  public boolean isThere() {
    return provider != null;
  }

  /// `vectors of 512 bits`, or `plain Java: ` and the reason.
  @Override
  public String toString() {
    return provider != null
        ? "vectors of %s bits".formatted(provider.bits())
        : "plain Java: " + reason;
  }

  /// The kernels in use, in words, with the reason why there are no vectors.
  String describe(CpuKernels wish) {
    return switch (wish) {
      case PLAIN -> "plain Java";
      case VECTOR -> toString();
      case AUTO -> isThere() ? "plain Java, in time " + this : toString();
    };
  }

  /// These kernels, as far as this JVM has them.
  ByKinds<Kernels> kernels(CpuKernels wish) {
    return switch (wish) {
      case PLAIN -> PlainKernels.BY_KINDS;
      case VECTOR -> atOnce;
      case AUTO -> warmingUp;
    };
  }

  private ByKinds<Kernels> kernels(boolean warmsUp) {
    return new ByKinds<>(
        kinds -> {
          Kernels plain = PlainKernels.BY_KINDS.of(kinds);
          return provider == null || (warmsUp && !kinds.canBeSampled())
              ? plain
              : provider.kernels(plain, kinds, warmsUp);
        });
  }

  private static Vectors find(String wish) {
    if (wish.equals("off")) {
      return none("switched off by -Dcleave.vector=off");
    }
    if (!wish.equals("auto")) {
      return none("-Dcleave.vector=%s is neither auto nor off".formatted(wish));
    }
    if (!hasModule()) {
      return none("this JVM runs without --add-modules jdk.incubator.vector");
    }
    String compiler = compilerRefusal();
    return compiler == null ? load() : none(compiler);
  }

  private static Vectors none(String reason) {
    return new Vectors(null, reason);
  }

  /// Tries a class, since a program may have loaded the module after its start, outside of the boot
  /// layer. These kernels do not use a module that is no longer in incubation.
  private static boolean hasModule() {
    try {
      Class.forName("jdk.incubator.vector.ByteVector", false, Vectors.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /// The reason why C2 compiles nothing in this JVM; null if it does.
  private static @Nullable String compilerRefusal() {
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
    return optionsRefusal();
  }

  private static String property(String name) {
    return System.getProperty(name, "").toLowerCase(Locale.ROOT);
  }

  /// Levels 0, 2 and 3 do not show in a property. Where the module jdk.management is missing, they
  /// are not looked for.
  private static @Nullable String optionsRefusal() {
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

  private static Vectors load() {
    try {
      VectorProvider provider =
          Class.forName(PROVIDER)
              .asSubclass(VectorProvider.class)
              .getDeclaredConstructor()
              .newInstance();
      boolean isX86 = property("os.arch").equals("amd64") || property("os.arch").equals("x86_64");
      int fewest = isX86 ? FEWEST_BITS_X86 : FEWEST_BITS;
      return provider.bits() < fewest
          ? none("vectors have %s bits here, %s are needed".formatted(provider.bits(), fewest))
          : new Vectors(provider, "");
    } catch (Exception | LinkageError e) {
      return none("the kernels cannot be loaded: " + e);
    }
  }
}

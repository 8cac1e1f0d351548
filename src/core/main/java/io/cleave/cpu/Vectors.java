package io.cleave.cpu;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.PlainKernels;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Availability of the kernels on the Vector API in this JVM, with the reason if there are none.
/// Determined once; immutable.
///
/// Without C2 every vector operation is a call that allocates, and takes thousands of times as
/// long.
///
/// The property `cleave.vector` switches them `off`; `auto` is the default.
public final class Vectors {
  private static final String KERNELS = "io.cleave.cpu.vector.VectorKernels";
  private static final Logger LOG = LoggerFactory.getLogger(Vectors.class);
  private static final Vectors HERE = find(System.getProperty("cleave.vector", "auto"));

  static {
    LOG.debug("{}", HERE);
  }

  /// Null if there are none.
  private final @Nullable Kernels warmingUp;

  private final @Nullable Kernels atOnce;
  private final String words;

  private Vectors(@Nullable Kernels warmingUp, @Nullable Kernels atOnce, String words) {
    this.warmingUp = warmingUp;
    this.atOnce = atOnce;
    this.words = words;
  }

  /// The kernels of this JVM.
  public static Vectors here() {
    return HERE;
  }

  /// True if there are such kernels.
  public boolean isThere() {
    return atOnce != null;
  }

  /// `vectors of 512 bits`, or `plain Java: ` and the reason.
  @Override
  public String toString() {
    return words;
  }

  /// The kernels in use, in words, with the reason why there are no vectors.
  String describe(CpuKernels choice) {
    return switch (choice) {
      case PLAIN -> "plain Java";
      case VECTOR -> words;
      case AUTO -> isThere() ? "plain Java, in time " + words : words;
    };
  }

  /// These kernels, as far as this JVM has them.
  Kernels kernels(CpuKernels choice) {
    Kernels vectors = choice == CpuKernels.AUTO ? warmingUp : atOnce;
    return vectors == null || choice == CpuKernels.PLAIN ? PlainKernels.INSTANCE : vectors;
  }

  private static Vectors find(String choice) {
    if (choice.equals("off")) {
      return none("switched off by -Dcleave.vector=off");
    }
    if (!choice.equals("auto")) {
      return none("-Dcleave.vector=%s is neither auto nor off".formatted(choice));
    }
    if (!hasModule()) {
      Vectors none =
          none(
              "this JVM runs without --add-modules jdk.incubator.vector, which makes images three"
                  + " to five times faster");
      LOG.info("{}", none);
      return none;
    }
    String compiler = compilerRefusal();
    return compiler == null ? load() : none(compiler);
  }

  private static Vectors none(String reason) {
    return new Vectors(null, null, "plain Java: " + reason);
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

  /// The reason why C2 compiles nothing in this JVM; null if it does, or the JVM does not tell.
  private static @Nullable String compilerRefusal() {
    try {
      HotSpotDiagnosticMXBean bean =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      boolean compiles = Boolean.parseBoolean(bean.getVMOption("UseCompiler").getValue());
      String level = bean.getVMOption("TieredStopAtLevel").getValue();
      return compiles && level.equals("4")
          ? null
          : "C2 is switched off (UseCompiler=%s, TieredStopAtLevel=%s)".formatted(compiles, level);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Vectors load() {
    try {
      Constructor<? extends Kernels> kernels =
          Class.forName(KERNELS).asSubclass(Kernels.class).getConstructor(boolean.class);
      Kernels atOnce = kernels.newInstance(false);
      return new Vectors(kernels.newInstance(true), atOnce, atOnce.toString());
    } catch (InvocationTargetException e) {
      return none(String.valueOf(Objects.requireNonNull(e.getCause()).getMessage()));
    } catch (ReflectiveOperationException | LinkageError e) {
      return none("the kernels cannot be loaded: " + e);
    }
  }
}

package io.cleave.cpu;

import io.cleave.cpu.loops.GatedKernels;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.Kinds;
import io.cleave.cpu.loops.VectorProvider;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether this JVM suits the kernels on the Vector API, and if not, why. Found out once. An
/// immutable value.
///
/// The property `cleave.vector` switches them `off`; `auto` is the default.
public final class VectorSupport {
  /// Half a vector of AVX2; below that byte vectors miss instructions, and C2 calls methods
  /// instead.
  private static final int FEWEST_BITS_X86 = 256;

  private static final int FEWEST_BITS = 128;
  private static final String PROVIDER = "io.cleave.cpu.vector.Provider";
  private static final Logger LOG = LoggerFactory.getLogger(VectorSupport.class);

  private final @Nullable VectorProvider provider;
  private final String reason;

  private VectorSupport(@Nullable VectorProvider provider, String reason) {
    this.provider = provider;
    this.reason = reason;
  }

  private static final class Holder {
    static final VectorSupport HERE = find(System.getProperty("cleave.vector", "auto"));

    static {
      LOG.debug("{}", HERE);
    }
  }

  /// What this JVM has.
  public static VectorSupport here() {
    return Holder.HERE;
  }

  /// Whether there are such kernels.
  public boolean isThere() {
    return provider != null;
  }

  /// Why there are none; empty if there are.
  public String reason() {
    return reason;
  }

  /// `vectors of 512 bits`, or `plain Java: ` and the reason.
  @Override
  public String toString() {
    return provider != null
        ? "vectors of %s bits".formatted(provider.bits())
        : "plain Java: " + reason;
  }

  /// @throws IllegalStateException if there are none
  Kernels kernels(Kernels plain, Kinds kinds) {
    return require().kernels(plain, kinds);
  }

  /// The same, each as soon as it pays, and plain ones before.
  ///
  /// @throws IllegalStateException if there are none
  Kernels gated(Kernels plain, Kinds kinds) {
    return new GatedKernels(plain, kinds, require());
  }

  private VectorProvider require() {
    if (provider == null) {
      throw new IllegalStateException("kernels on vectors are not there: " + reason);
    }
    return provider;
  }

  private static VectorSupport find(String wish) {
    if (wish.equals("off")) {
      return none("switched off by -Dcleave.vector=off");
    }
    if (!wish.equals("auto")) {
      return none("-Dcleave.vector=%s is neither auto nor off".formatted(wish));
    }
    if (!hasModule()) {
      return none("this JVM runs without --add-modules jdk.incubator.vector");
    }
    String compiler = CompilerCheck.refusal();
    return compiler == null ? load() : none(compiler);
  }

  /// Also true where a program has loaded the module after its start: not in the boot layer then,
  /// but in reach. A module that is no longer in incubation is none of ours.
  private static boolean hasModule() {
    try {
      Class.forName("jdk.incubator.vector.ByteVector", false, VectorSupport.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private static VectorSupport load() {
    try {
      VectorProvider provider =
          Class.forName(PROVIDER)
              .asSubclass(VectorProvider.class)
              .getDeclaredConstructor()
              .newInstance();
      int fewest = isX86() ? FEWEST_BITS_X86 : FEWEST_BITS;
      return provider.bits() < fewest
          ? none("vectors have %s bits here, %s are needed".formatted(provider.bits(), fewest))
          : new VectorSupport(provider, "");
    } catch (Exception | LinkageError e) {
      return none("the kernels cannot be loaded: " + e);
    }
  }

  private static boolean isX86() {
    String architecture = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    return architecture.equals("amd64") || architecture.equals("x86_64");
  }

  private static VectorSupport none(String reason) {
    return new VectorSupport(null, reason);
  }
}

package io.cleave.opencl.session;

import io.cleave.backend.Obstacle;
import java.util.Locale;

/// Advice on what to install or change when OpenCL cannot be used.
public final class Remedies {
  /// LWJGL's artifacts.
  public static final String LWJGL = "org.lwjgl:lwjgl-opencl and the natives of org.lwjgl:lwjgl";

  /// JOCL's artifact, or what to do without.
  public static final String JOCL = "org.jocl:jocl 2.0.6, or use the other binding";

  private Remedies() {}

  /// A library whose classes are not there.
  ///
  /// @param artifacts what to add
  public static Obstacle absent(String library, LinkageError e, String artifacts) {
    return new Obstacle(
        library, "it is not on the class path (%s)".formatted(e), "add " + artifacts);
  }

  static String noPlatform() {
    String vendors = System.getenv("OCL_ICD_VENDORS");
    return vendors == null
        ? "install a driver: the graphics card's own, or pocl-opencl-icd (Debian, Ubuntu), which"
            + " runs on any processor"
        : "see that %s, which OCL_ICD_VENDORS names, has an .icd file, or unset it"
            .formatted(vendors);
  }

  static String noDevice(String platform) {
    String name = platform.toLowerCase(Locale.ROOT);
    if (name.contains("rusticl")) {
      return "name Mesa's driver in RUSTICL_ENABLE: radeonsi, iris, nouveau, or llvmpipe for any"
          + " processor";
    }
    if (name.contains("nvidia")) {
      return "see that nvidia-smi lists the card; a container needs it passed through";
    }
    return "see that its device is there and that you may use it (on Linux, the groups render and"
        + " video), or use another platform";
  }

  static String brokenPlatform() {
    return "install its driver again, or remove its .icd file";
  }

  static String notAvailable() {
    return "see whether another process holds it, or whether the system has switched it off";
  }

  static String noCompiler() {
    return "install the compiler of its driver; kernels are compiled where they run";
  }

  static String oldDevice() {
    return "install a newer driver, or use another device";
  }

  static String otherByteOrder() {
    return "use another device";
  }
}

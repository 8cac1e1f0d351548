package io.cleave.opencl.session;

import java.util.Locale;

/// What to install or change, for each thing that can be missing behind a binding.
final class Remedies {
  private Remedies() {}

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

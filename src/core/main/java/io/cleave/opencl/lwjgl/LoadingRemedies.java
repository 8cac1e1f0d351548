package io.cleave.opencl.lwjgl;

import java.util.Locale;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.Platform;

/// What to do when LWJGL or the OpenCL library cannot be loaded.
final class LoadingRemedies {
  private LoadingRemedies() {}

  static String missingClasses() {
    return "add org.lwjgl:lwjgl-opencl and the natives of org.lwjgl:lwjgl";
  }

  static String missingNatives() {
    String arm = Platform.getArchitecture() == Platform.Architecture.ARM64 ? "-arm64" : "";
    String system = Platform.get().getName().toLowerCase(Locale.ROOT);
    return "add org.lwjgl:lwjgl with the classifier natives-%s%s to the class path"
        .formatted(system, arm);
  }

  static String foreignNatives() {
    return "give this user a folder of its own with -D%s=FOLDER or -Djava.io.tmpdir=FOLDER"
        .formatted(Configuration.SHARED_LIBRARY_EXTRACT_PATH.getProperty());
  }

  static String brokenBinding() {
    return "add org.lwjgl:lwjgl-opencl of the same version as org.lwjgl:lwjgl to the class path,"
        + " and see that what initialised it before this did not fail";
  }

  static String explicitInit() {
    return "call CL.create() first, as -D%s=true promises"
        .formatted(Configuration.OPENCL_EXPLICIT_INIT.getProperty());
  }

  static String missingLibrary() {
    String property = Configuration.OPENCL_LIBRARY_NAME.getProperty();
    String name = Configuration.OPENCL_LIBRARY_NAME.get();
    if (name != null) {
      return "correct -D%s=%s, or leave it out".formatted(property, name);
    }
    return switch (Platform.get()) {
      case LINUX, FREEBSD ->
          "install OpenCL's loader, ocl-icd-libopencl1 (Debian, Ubuntu) or ocl-icd (Fedora, Arch),"
              + " or"
              + " name the library with -D%s=PATH".formatted(property);
      case WINDOWS -> "install the graphics card's driver, which brings OpenCL.dll";
      case MACOSX -> "name the library with -D%s=PATH".formatted(property);
    };
  }

  static String oldLibrary() {
    return "install a newer loader, such as ocl-icd-libopencl1 (Debian, Ubuntu)";
  }
}

package io.cleave.opencl.session;

import static org.lwjgl.system.MemoryUtil.NULL;

import io.cleave.backend.Obstacle;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lwjgl.opencl.CL;
import org.lwjgl.opencl.CLCapabilities;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.Library;
import org.lwjgl.system.Platform;

/// Loads LWJGL's native part and the OpenCL library, once for the process: the one that
/// `-Dorg.lwjgl.opencl.libname` names, or the system's. If there is none, the next call looks
/// again.
public final class LwjglLibrary {
  /// Debian's runtime package installs the second; the first comes with its development package.
  private static final List<String> LINUX_NAMES = List.of("libOpenCL.so", "libOpenCL.so.1");

  /// Asked before LWJGL sets it to where it unpacks its natives.
  private static final boolean LIBRARY_PATH_GIVEN =
      System.getProperty(Configuration.LIBRARY_PATH.getProperty()) != null;

  /// A class whose initialiser failed says so only once; after that it is just not there.
  private static @Nullable Obstacle broken;

  private LwjglLibrary() {}

  /// Loads what is not loaded yet.
  ///
  /// @return what kept it from loading, or null if the library can be called
  public static synchronized @Nullable Obstacle load() {
    if (broken == null) {
      broken = loadNatives();
    }
    if (broken == null) {
      broken = initializeBinding();
    }
    return broken == null ? loadOpenCl() : broken;
  }

  private static @Nullable Obstacle loadNatives() {
    Optional<String> foreign = foreignNatives();
    if (foreign.isPresent()) {
      return obstacle(
          foreign.get(),
          "give this user a folder of its own with -D%s=FOLDER or -Djava.io.tmpdir=FOLDER"
              .formatted(Configuration.SHARED_LIBRARY_EXTRACT_PATH.getProperty()));
    }
    try {
      Library.initialize();
      return null;
    } catch (LinkageError | RuntimeException e) {
      String arm = Platform.getArchitecture() == Platform.Architecture.ARM64 ? "-arm64" : "";
      return obstacle(
          text(e),
          "add org.lwjgl:lwjgl with the classifier natives-%s%s to the class path"
              .formatted(Platform.get().getName().toLowerCase(Locale.ROOT), arm));
    }
  }

  /// Unless the user has said where they are, or are to be unpacked.
  private static Optional<String> foreignNatives() {
    if (LIBRARY_PATH_GIVEN
        || Configuration.SHARED_LIBRARY_EXTRACT_PATH.get() != null
        || Configuration.SHARED_LIBRARY_EXTRACT_DIRECTORY.get() != null) {
      return Optional.empty();
    }
    String name = "lwjgl_" + System.getProperty("user.name");
    return NativeLibraries.folder(Path.of(System.getProperty("java.io.tmpdir"), name));
  }

  /// Left alone, the class would load the library in its initialiser, under one name only, and
  /// never again if that fails.
  private static @Nullable Obstacle initializeBinding() {
    Boolean explicit = Configuration.OPENCL_EXPLICIT_INIT.get();
    try {
      Configuration.OPENCL_EXPLICIT_INIT.set(true);
      functions();
      return null;
    } catch (LinkageError e) {
      return obstacle(
          text(e),
          "add org.lwjgl:lwjgl-opencl of the same version as org.lwjgl:lwjgl to the class path,"
              + " and see that what initialised it before this did not fail");
    } finally {
      Configuration.OPENCL_EXPLICIT_INIT.set(explicit);
    }
  }

  private static @Nullable Obstacle loadOpenCl() {
    if (functions() == null) {
      if (Configuration.OPENCL_EXPLICIT_INIT.get(false)) {
        return obstacle(
            "OpenCL is not initialised",
            "call CL.create() first, as -D%s=true promises"
                .formatted(Configuration.OPENCL_EXPLICIT_INIT.getProperty()));
      }
      Obstacle missing = create();
      if (missing != null) {
        return missing;
      }
    }
    CLCapabilities functions = functions();
    if (functions == null || functions.clEnqueueMarkerWithWaitList == NULL) {
      return obstacle(
          "the OpenCL library is older than OpenCL 1.2",
          "install a newer loader, such as ocl-icd-libopencl1 (Debian, Ubuntu)");
    }
    return null;
  }

  /// The function table, or null if the library is not loaded.
  private static @Nullable CLCapabilities functions() {
    try {
      return CL.getICD();
    } catch (IllegalStateException e) {
      return null;
    }
  }

  private static @Nullable Obstacle create() {
    try {
      Optional<String> name = nameInSystem();
      if (name.isPresent()) {
        CL.create(name.get());
        return null;
      }
      if (LIBRARY_PATH_GIVEN || isLeftToLwjgl()) {
        CL.create();
        return null;
      }
      String cause = "%s cannot be loaded".formatted(String.join(" or ", LINUX_NAMES));
      return obstacle(cause, install());
    } catch (LinkageError | RuntimeException e) {
      if (functions() != null) {
        // Another thread of the program's was quicker, and uses what it has made.
        return null;
      }
      // The function table may be half made.
      CL.destroy();
      return obstacle(text(e), install());
    }
  }

  private static Obstacle obstacle(String cause, String remedy) {
    return new Obstacle(LwjglApi.NAME, cause, remedy);
  }

  /// The remedy for an OpenCL library that cannot be loaded.
  private static String install() {
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

  private static boolean isLeftToLwjgl() {
    return Platform.get() != Platform.LINUX || Configuration.OPENCL_LIBRARY_NAME.get() != null;
  }

  /// LWJGL would try the plain name only, and print advice on the standard error when that fails.
  private static Optional<String> nameInSystem() {
    return isLeftToLwjgl()
        ? Optional.empty()
        : LINUX_NAMES.stream().filter(NativeLibraries::canBeLoaded).findFirst();
  }

  private static String text(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage();
    return message == null ? root.toString() : message.replace("(error = null)", "").strip();
  }
}

package io.cleave.opencl.lwjgl;

import static org.lwjgl.system.MemoryUtil.NULL;

import io.cleave.backend.Obstacle;
import io.cleave.opencl.session.OwnPlace;
import io.cleave.opencl.session.SystemLibrary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lwjgl.opencl.CL;
import org.lwjgl.opencl.CLCapabilities;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.Library;
import org.lwjgl.system.Platform;

/// Loads LWJGL's native part and the OpenCL library, once for the process.
final class OpenClLibrary {
  /// Debian's runtime package installs the second; the first comes with its development package.
  private static final List<String> LINUX_NAMES = List.of("libOpenCL.so", "libOpenCL.so.1");

  /// Asked before LWJGL sets it to where it unpacks its natives.
  private static final boolean LIBRARY_PATH_GIVEN =
      System.getProperty(Configuration.LIBRARY_PATH.getProperty()) != null;

  /// A class whose initialiser failed says so only once; after that it is just not there.
  private static @Nullable Obstacle broken;

  private OpenClLibrary() {}

  /// Loads what is not loaded yet.
  ///
  /// @return what kept it from loading, or null if the library can be called
  static synchronized @Nullable Obstacle load() {
    if (broken == null) {
      broken = loadNatives();
    }
    if (broken == null) {
      broken = initializeBinding();
    }
    return broken == null ? loadOpenCl() : broken;
  }

  /// Loads what is not loaded yet, for those who cannot go on without it.
  ///
  /// @throws IllegalStateException if something keeps it from loading
  static void require() {
    Obstacle missing = load();
    if (missing != null) {
      throw new IllegalStateException(missing.toString());
    }
  }

  private static @Nullable Obstacle loadNatives() {
    Optional<String> foreign = foreignNatives();
    if (foreign.isPresent()) {
      return new Obstacle(LwjglBinding.NAME, foreign.get(), LoadingRemedies.foreignNatives());
    }
    try {
      Library.initialize();
      return null;
    } catch (LinkageError | RuntimeException e) {
      return new Obstacle(LwjglBinding.NAME, text(e), LoadingRemedies.missingNatives());
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
    return OwnPlace.folder(Path.of(System.getProperty("java.io.tmpdir"), name));
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
      return new Obstacle(LwjglBinding.NAME, text(e), LoadingRemedies.brokenBinding());
    } finally {
      Configuration.OPENCL_EXPLICIT_INIT.set(explicit);
    }
  }

  private static @Nullable Obstacle loadOpenCl() {
    if (functions() == null) {
      if (Configuration.OPENCL_EXPLICIT_INIT.get(false)) {
        return new Obstacle(
            LwjglBinding.NAME, "OpenCL is not initialised", LoadingRemedies.explicitInit());
      }
      Obstacle missing = create();
      if (missing != null) {
        return missing;
      }
    }
    CLCapabilities functions = functions();
    if (functions == null || functions.clEnqueueMarkerWithWaitList == NULL) {
      return new Obstacle(
          LwjglBinding.NAME,
          "the OpenCL library is older than OpenCL 1.2",
          LoadingRemedies.oldLibrary());
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
      return new Obstacle(LwjglBinding.NAME, cause, LoadingRemedies.missingLibrary());
    } catch (LinkageError | RuntimeException e) {
      if (functions() != null) {
        // Another thread of the program's was quicker, and uses what it has made.
        return null;
      }
      // The function table may be half made.
      CL.destroy();
      return new Obstacle(LwjglBinding.NAME, text(e), LoadingRemedies.missingLibrary());
    }
  }

  private static boolean isLeftToLwjgl() {
    return Platform.get() != Platform.LINUX || Configuration.OPENCL_LIBRARY_NAME.get() != null;
  }

  /// LWJGL would try the plain name only, and print advice on the standard error when that fails.
  private static Optional<String> nameInSystem() {
    return isLeftToLwjgl()
        ? Optional.empty()
        : LINUX_NAMES.stream().filter(SystemLibrary::canBeLoaded).findFirst();
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

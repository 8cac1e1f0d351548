package io.cleave.choice;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where what `cleave tune` found is kept: in the folder that is told, or the platform's folder for
/// caches, a file for each machine and JVM.
final class Place {
  /// The system property that tells a folder.
  static final String PROPERTY = "cleave.choice.folder";

  private Place() {}

  /// The folder of this process; empty if the system has none.
  static Optional<Path> folder() {
    String told = System.getProperty(PROPERTY);
    return told != null
        ? Optional.of(Path.of(told))
        : caches(System.getProperty("os.name", "")).map(caches -> caches.resolve("cleave/choice"));
  }

  private static Optional<Path> caches(String system) {
    String name = system.toLowerCase(Locale.ROOT);
    Optional<Path> home = path(System.getProperty("user.home"));
    if (name.startsWith("windows")) {
      return path(System.getenv("LOCALAPPDATA"));
    }
    if (name.startsWith("mac")) {
      return home.map(at -> at.resolve("Library/Caches"));
    }
    return path(System.getenv("XDG_CACHE_HOME"))
        .filter(Path::isAbsolute)
        .or(() -> home.map(at -> at.resolve(".cache")));
  }

  private static Optional<Path> path(@Nullable String text) {
    return text == null || text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
  }

  /// The file of a machine and JVM in a folder.
  static Path file(Path folder, Stamp stamp) {
    return folder.resolve("%s.jsonl".formatted(stamp.checksum()));
  }
}

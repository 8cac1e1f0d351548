package io.cleave.choice;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where what `cleave tune` found is kept: in the folder that is told, or the platform's folder for
/// caches, a file for each machine and JVM.
final class Place {
  /// The system property that tells a folder.
  static final String PROPERTY = "cleave.choice.folder";

  private static final Logger LOG = LoggerFactory.getLogger(Place.class);

  private Place() {}

  /// The folder of this process; empty if the system has none, or the one that is told is no path.
  static Optional<Path> folder() {
    String told = System.getProperty(PROPERTY);
    return told != null
        ? path("-D" + PROPERTY, told)
        : caches(System.getProperty("os.name", "")).map(caches -> caches.resolve("cleave/choice"));
  }

  private static Optional<Path> caches(String system) {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return ifSet("LOCALAPPDATA", System.getenv("LOCALAPPDATA"));
    }
    if (name.startsWith("mac")) {
      return home().map(at -> at.resolve("Library/Caches"));
    }
    return ifSet("XDG_CACHE_HOME", System.getenv("XDG_CACHE_HOME"))
        .filter(Path::isAbsolute)
        .or(() -> home().map(at -> at.resolve(".cache")));
  }

  private static Optional<Path> home() {
    return ifSet("-Duser.home", System.getProperty("user.home"));
  }

  private static Optional<Path> ifSet(String setting, @Nullable String text) {
    return text == null || text.isBlank() ? Optional.empty() : path(setting, text);
  }

  /// What a setting says, unless that is no path: one with characters that the locale does not
  /// have, say.
  private static Optional<Path> path(String setting, String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException e) {
      LOG.warn(
          "{} is no path on this system ({}) and passed over; set it to another folder",
          setting,
          e.getReason());
      return Optional.empty();
    }
  }

  /// The file of a machine and JVM in a folder.
  static Path file(Path folder, Stamp stamp) {
    return folder.resolve("%s.jsonl".formatted(stamp.checksum()));
  }
}

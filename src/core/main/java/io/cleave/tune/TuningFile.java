package io.cleave.tune;

import io.cleave.json.JsonException;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import io.cleave.plan.Geometry;
import io.cleave.plan.Geometry.Level;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.IoFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tuning file: the results that `cleave tune` has stored, one JSON object a line.
///
/// Each machine and JVM has its own file, named after a checksum of both, in the folder of
/// [#FOLDER] or the user's folder for caches. Nothing in it is trusted: a file that cannot be read
/// counts as empty, a line that does not parse is skipped, and both are reported once. A line names
/// one of the candidates, which all write the same bytes, and can do nothing else.
///
/// The file is replaced by renaming a temporary file, so a reader has the old content or the new
/// one. There is no lock: of two commands that write at the same moment, one loses its lines.
///
/// An immutable value: the content when the file was read.
///
/// @param path the place of the file, whether it exists or not
/// @param byKey the results, each under its key
public record TuningFile(Path path, Map<String, TuningResult> byKey) {
  /// The system property that names another folder.
  public static final String FOLDER = "cleave.tuning.folder";

  /// Larger files are not read.
  private static final int MOST_BYTES = 16 << 20;

  /// The characters of a list of runs in a key; a longer one is cut, and its checksum added.
  private static final int MOST_SHOWN = 80;

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /// The lines there that tell a processor's model and features, on x86 and on ARM.
  private static final Pattern PROCESSOR = Pattern.compile("^(model name|flags|CPU part|Features)");

  private static final Logger LOG = LoggerFactory.getLogger(TuningFile.class);

  /// No stored results.
  public static TuningFile none() {
    return new TuningFile(Path.of(""), Map.of());
  }

  /// The file of this machine and JVM, read now.
  ///
  /// @throws java.nio.file.InvalidPathException if [#FOLDER] is no path
  public static TuningFile usual() {
    return read(folder().resolve(fingerprint() + ".jsonl"));
  }

  /// Reads a file, which need not exist.
  static TuningFile read(Path path) {
    try {
      return new TuningFile(path, results(path));
    } catch (IOException e) {
      LOG.warn("{}; nothing in it is used", IoFailure.of("read", path, e).getMessage());
      return new TuningFile(path, Map.of());
    }
  }

  private static Map<String, TuningResult> results(Path path) throws IOException {
    Map<String, TuningResult> results = new LinkedHashMap<>();
    if (!Files.exists(path)) {
      return results;
    }
    // Reading a pipe would wait, and a device might not end.
    if (!Files.isRegularFile(path) || Files.size(path) > MOST_BYTES) {
      throw new IOException(
          "it is no regular file of at most %s bytes; delete it".formatted(MOST_BYTES));
    }
    int damaged = 0;
    String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    for (String line : text.lines().toList()) {
      try {
        TuningResult result = parse(JsonReader.parse(line));
        results.put(result.key(), result);
      } catch (JsonException e) {
        damaged++;
      }
    }
    if (damaged > 0) {
      LOG.warn("{} has {} damaged lines, which are skipped", path, damaged);
    }
    return results;
  }

  private static TuningResult parse(JsonValue line) {
    return new TuningResult(
        line.read("key", JsonValue::asString),
        line.read("fastest", JsonValue::asString),
        line.read("revision", JsonValue::asString),
        line.read("reason", JsonValue::asString),
        true,
        line.read("figures", list -> list.asListOf(JsonValue::asString)));
  }

  private static String line(TuningResult result) {
    return JsonValue.object(
            "key", result.key(),
            "fastest", result.fastest(),
            "revision", result.revision(),
            "reason", result.reason(),
            "figures", result.figures())
        + "\n";
  }

  /// The key of a kind of split, under which its result is stored: the runs of a row, and the size
  /// of the data rounded down to a power of two. `host: 35 bytes of 16, 16, skip 3; 32 MiB`, or
  /// `host: 3 bytes of 1, 1, 1, stacked in 50176 rows, [150528] apart; 32 MiB`
  ///
  /// @param splitter the name of the candidates: that of a device, or `host`
  static String key(String splitter, SplitPlan plan) {
    Geometry geometry = plan.geometry();
    String unit = geometry.unit() == Unit.BIT ? "bits" : "bytes";
    String runs = runs(geometry);
    if (runs.length() > MOST_SHOWN) {
      runs = "%s... (%08x)".formatted(runs.substring(0, MOST_SHOWN), runs.hashCode());
    }
    String place = plan.isStacked() ? ", stacked" : "";
    if (!geometry.levels().isEmpty()) {
      List<Long> strides = geometry.levels().stream().map(Level::stride).toList();
      place += " in %s rows, %s apart".formatted(geometry.rows(), strides);
    }
    String conversion =
        plan.conversion().map(to -> ", " + plan.data().type() + " " + to).orElse("");
    long octave = Long.highestOneBit(plan.data().bytes());
    String size = octave >= 1 << 20 ? (octave >> 20) + " MiB" : (octave >> 10) + " KiB";
    return "%s: %s %s of %s%s%s; %s"
        .formatted(splitter, geometry.row(), unit, runs, place, conversion, size);
  }

  private static String runs(Geometry geometry) {
    List<String> runs = new ArrayList<>();
    long at = 0;
    for (int i = 0; i < geometry.pieces(); i++) {
      long skipped = geometry.offset(i) - at;
      runs.add((skipped > 0 ? "skip " + skipped + ", " : "") + geometry.run(i));
      at = geometry.offset(i) + geometry.run(i);
    }
    return String.join(", ", runs) + (at < geometry.row() ? ", skip " + (geometry.row() - at) : "");
  }

  /// The candidate that a stored result names, if it is one of these.
  Optional<TuningCandidate> stored(String key, List<TuningCandidate> candidates) {
    return Optional.ofNullable(byKey.get(key))
        .flatMap(
            result ->
                candidates.stream()
                    .filter(one -> one.name().equals(result.fastest()))
                    .filter(one -> one.revision().equals(result.revision()))
                    .findFirst());
  }

  /// Reads the file again and adds storable results, in place of those with equal keys.
  ///
  /// @return the number of results in the file then
  /// @throws IOException if the system fails, such as a full disk; the file stays as it was
  public int add(List<TuningResult> more) throws IOException {
    try {
      Map<String, TuningResult> all = results(path);
      more.stream().filter(TuningResult::isStorable).forEach(one -> all.put(one.key(), one));
      replace(all.values().stream().map(TuningFile::line).collect(Collectors.joining()));
      return all.size();
    } catch (IOException e) {
      throw IoFailure.of("write", path, e);
    }
  }

  private void replace(String text) throws IOException {
    Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent(), "a folder");
    Files.createDirectories(folder);
    Path temporary =
        folder.resolve(".%s.%s.tmp".formatted(path.getFileName(), ProcessHandle.current().pid()));
    try {
      Files.writeString(temporary, text);
      Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /// Deletes the file.
  ///
  /// @return whether there was one
  /// @throws IOException if the system fails
  public boolean delete() throws IOException {
    try {
      return Files.deleteIfExists(path);
    } catch (IOException e) {
      throw IoFailure.of("delete", path, e);
    }
  }

  private static Path folder() {
    String set = System.getProperty(FOLDER);
    if (set != null) {
      return Path.of(set);
    }
    String caches = Objects.requireNonNullElse(System.getenv("XDG_CACHE_HOME"), "");
    Path parent =
        caches.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(caches);
    return parent.resolve("cleave/tuning");
  }

  /// Checksum of the machine and the JVM.
  private static String fingerprint() {
    List<String> machine = new ArrayList<>();
    for (String name : List.of("os.name", "os.arch", "java.vm.name", "java.vm.version")) {
      machine.add(System.getProperty(name, "?"));
    }
    machine.add("%s processors".formatted(Runtime.getRuntime().availableProcessors()));
    try (Stream<String> info = Files.lines(CPU_INFO)) {
      info.filter(PROCESSOR.asPredicate()).distinct().forEach(machine::add);
    } catch (IOException | UncheckedIOException e) {
      // Not Linux.
    }
    return "%08x".formatted(machine.hashCode());
  }
}

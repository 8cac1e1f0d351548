package io.cleave.tune;

import io.cleave.json.JsonArray;
import io.cleave.json.JsonException;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tuning file: the results that `cleave tune` has stored, one JSON object a line.
///
/// Each machine and JVM has its own file, named after a checksum of both, in the folder of
/// [#FOLDER] or the platform's folder for caches. Nothing in it is trusted: a file that cannot be
/// read counts as empty, a line that does not parse is skipped, and both are reported once. A line
/// chooses among candidates that write the same bytes, and can do nothing else.
///
/// The file is replaced by renaming a temporary file, so a reader has the old content or the new
/// one. There is no lock: of two commands that write at the same moment, one loses its lines.
///
/// An immutable value: the content when the file was read.
public final class TuningFile {
  /// The system property that names another folder.
  public static final String FOLDER = "cleave.choice.folder";

  /// Larger files are not read.
  private static final int MOST_BYTES = 16 << 20;

  /// The characters of a text that are listed; a key has some 400 at most.
  private static final int MOST_SHOWN = 1000;

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /// The lines there that tell a processor's model and features, on x86 and on ARM.
  private static final List<String> PROCESSOR =
      List.of("model name", "flags", "CPU part", "Features");

  private static final Logger LOG = LoggerFactory.getLogger(TuningFile.class);

  private final Path path;

  /// By keys.
  private final Map<String, JsonObject> lines;

  private TuningFile(Path path, Map<String, JsonObject> lines) {
    this.path = path;
    this.lines = lines;
  }

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
      return new TuningFile(path, lines(path));
    } catch (IOException e) {
      LOG.warn("{}; nothing in it is used", failure("read", path, e).getMessage());
      return new TuningFile(path, Map.of());
    }
  }

  private static Map<String, JsonObject> lines(Path path) throws IOException {
    Map<String, JsonObject> lines = new LinkedHashMap<>();
    if (!Files.exists(path)) {
      return lines;
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
        JsonObject parsed = JsonReader.parse(line).asObject();
        describe(parsed);
        lines.put(text(parsed, "occasion"), parsed);
      } catch (JsonException e) {
        damaged++;
      }
    }
    if (damaged > 0) {
      LOG.warn("{} has {} damaged lines, which are skipped", path, damaged);
    }
    return lines;
  }

  private static String text(JsonObject line, String field) {
    return line.read(field, JsonValue::asString);
  }

  /// The index of the stored winner; -1 if there is none among these candidates.
  int winner(String key, List<Candidate> candidates) {
    JsonObject line = lines.get(key);
    for (int i = 0; line != null && i < candidates.size(); i++) {
      Candidate candidate = candidates.get(i);
      if (text(line, "winner").equals(candidate.name())
          && text(line, "revision").equals(candidate.revision())) {
        return i;
      }
    }
    return -1;
  }

  /// True if a result is stored under a key.
  boolean has(String key) {
    return lines.containsKey(key);
  }

  /// True if a result is stored for any plan of a splitter.
  boolean hasAny(String splitter) {
    return lines.keySet().stream().anyMatch(key -> key.startsWith(splitter + ": "));
  }

  /// The place of the file, whether it exists or not.
  public Path path() {
    return path;
  }

  /// The number of results.
  public int size() {
    return lines.size();
  }

  /// Some lines for each result, for people, without control characters.
  public List<String> describe() {
    return lines.values().stream().flatMap(line -> describe(line).stream()).toList();
  }

  /// @throws JsonException if a field is missing or of another type
  private static List<String> describe(JsonObject line) {
    List<String> described = new ArrayList<>();
    described.add(text(line, "occasion"));
    described.add(
        "  %s, %s: %s, %s"
            .formatted(
                text(line, "winner"),
                text(line, "revision"),
                text(line, "reason"),
                text(line, "date")));
    for (String figures : line.read("figures", list -> list.asListOf(JsonValue::asString))) {
      described.add("    " + figures);
    }
    return described.stream().map(one -> OneLine.of(one, MOST_SHOWN)).toList();
  }

  /// Adds results that last to what the file holds by now, in place of those with equal keys.
  ///
  /// @return the number of results in the file then
  /// @throws IOException if the system fails, such as a full disk; the file stays as it was
  public int add(List<TuningResult> results) throws IOException {
    Path file = path();
    try {
      Map<String, JsonObject> all = lines(file);
      for (TuningResult result : results.stream().filter(TuningResult::isLasting).toList()) {
        all.put(result.key(), line(result));
      }
      replace(file, all.values().stream().map(line -> line + "\n").collect(Collectors.joining()));
      return all.size();
    } catch (IOException e) {
      throw failure("write", file, e);
    }
  }

  private static JsonObject line(TuningResult result) {
    return JsonObject.builder()
        .put("occasion", result.key())
        .put("winner", result.winner())
        .put("revision", result.revision())
        .put("reason", result.reason())
        .put("date", LocalDate.now(ZoneOffset.UTC).toString())
        .put("figures", JsonArray.of(result.figures(), JsonString::new))
        .build();
  }

  private static void replace(Path file, String text) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a folder"));
    Path temporary =
        file.resolveSibling(
            ".%s.%s.tmp".formatted(file.getFileName(), ProcessHandle.current().pid()));
    try {
      Files.writeString(temporary, text);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
  }

  /// Deletes the file.
  ///
  /// @return whether there was one
  /// @throws IOException if the system fails
  public boolean delete() throws IOException {
    try {
      return Files.deleteIfExists(path());
    } catch (IOException e) {
      throw failure("delete", path(), e);
    }
  }

  /// The system's own messages may be a bare file name.
  private static IOException failure(String action, Path file, IOException e) {
    String reason =
        e instanceof FileSystemException failure
            ? Objects.requireNonNullElse(failure.getReason(), e.getClass().getSimpleName())
            : Objects.requireNonNullElse(e.getMessage(), e.toString());
    return new IOException("cannot %s %s: %s".formatted(action, file, reason), e);
  }

  private static Path folder() {
    String set = System.getProperty(FOLDER);
    if (set != null) {
      return Path.of(set);
    }
    Path home = Path.of(System.getProperty("user.home"));
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (system.startsWith("mac")) {
      return home.resolve("Library/Caches/cleave/choice");
    }
    String caches = System.getenv(system.startsWith("windows") ? "LOCALAPPDATA" : "XDG_CACHE_HOME");
    Path parent = caches == null || caches.isBlank() ? home.resolve(".cache") : Path.of(caches);
    return parent.resolve("cleave/choice");
  }

  /// Checksum of the machine and the JVM.
  private static String fingerprint() {
    CRC32C sum = new CRC32C();
    Stream.of("os.name", "os.arch", "java.vm.name", "java.vm.version")
        .map(name -> System.getProperty(name, "?"))
        .forEach(value -> sum.update((value + "\n").getBytes(StandardCharsets.UTF_8)));
    sum.update(Runtime.getRuntime().availableProcessors());
    try (Stream<String> info = Files.lines(CPU_INFO)) {
      info.filter(line -> PROCESSOR.stream().anyMatch(line::startsWith))
          .distinct()
          .forEach(line -> sum.update(line.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException | UncheckedIOException e) {
      // Not Linux.
    }
    return "%08x".formatted(sum.getValue());
  }
}

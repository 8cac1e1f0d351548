package io.cleave.choice;

import io.cleave.json.JsonArray;
import io.cleave.json.JsonException;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tuning file: the fastest candidates as `cleave tune` has measured them, one JSON object a line.
///
/// Each machine and JVM has a file of its own, named after a checksum of both, in the folder of
/// [#FOLDER] or the platform's folder for caches. Nothing in it is trusted: a file that cannot be
/// read counts as empty, a line that does not parse is skipped, and both are reported once. A line
/// chooses among candidates that give the same bytes, and can do nothing else.
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

  /// The oldest lines go first. A line has some 3 KiB at most, so the file stays readable.
  static final int MOST_LINES = 5000;

  /// The characters of a text that are listed; a key has some 400 at most.
  private static final int MOST_SHOWN = 1000;

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /// The lines there that tell a processor's model and features, on x86 and on ARM.
  private static final List<String> PROCESSOR =
      List.of("model name", "flags", "CPU part", "Features");

  private static final Logger LOG = LoggerFactory.getLogger(TuningFile.class);

  private final @Nullable Path path;
  private final Map<String, Line> lines;

  private TuningFile(@Nullable Path path, Map<String, Line> lines) {
    this.path = path;
    this.lines = lines;
  }

  private static final class Shared {
    private static final TuningFile FILE = usual();
  }

  /// No tuning at all.
  public static TuningFile none() {
    return new TuningFile(null, Map.of());
  }

  /// The file of this machine and JVM, read now.
  public static TuningFile usual() {
    return folder().map(folder -> read(folder.resolve(fingerprint() + ".jsonl"))).orElse(none());
  }

  /// The same, read once for this process.
  static TuningFile shared() {
    return Shared.FILE;
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

  private static Map<String, Line> lines(Path path) throws IOException {
    Map<String, Line> lines = new LinkedHashMap<>();
    if (!Files.exists(path)) {
      return lines;
    }
    if (!Files.isRegularFile(path)) {
      // Reading a pipe would wait, and a device might not end.
      throw new IOException("it is not a regular file; delete it");
    }
    byte[] bytes;
    try (InputStream stream = Files.newInputStream(path)) {
      bytes = stream.readNBytes(MOST_BYTES + 1);
    }
    if (bytes.length > MOST_BYTES) {
      throw new IOException("it is larger than %s bytes; delete it".formatted(MOST_BYTES));
    }
    int damaged = 0;
    for (String text : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
      try {
        Line line = Line.parse(text);
        lines.put(line.occasion(), line);
      } catch (JsonException e) {
        damaged++;
      }
    }
    if (damaged > 0) {
      LOG.warn("{} has {} damaged lines, which are skipped", path, damaged);
    }
    return lines;
  }

  /// Whether a candidate is the fastest on an occasion.
  boolean isWinner(Occasion occasion, Named candidate) {
    Line line = lines.get(occasion.text());
    return line != null
        && line.winner().equals(candidate.name())
        && line.revision().equals(candidate.revision());
  }

  /// Whether the fastest on an occasion is none of those that are known so far.
  boolean knowsAnother(Occasion occasion) {
    Line line = lines.get(occasion.text());
    return line != null && !occasion.names().contains(line.winner());
  }

  /// Where the file is, or will be.
  ///
  /// @throws IllegalArgumentException if the system has no folder for it; says what to set
  public Path path() {
    if (path == null) {
      throw new IllegalArgumentException(
          "this system has no folder for caches; name one with -D%s=FOLDER".formatted(FOLDER));
    }
    return path;
  }

  /// How many lines there are.
  public int size() {
    return lines.size();
  }

  /// A line or more for each entry, for people. The file's text is printed on one line each,
  /// without control characters.
  public List<String> describe() {
    List<String> described = new ArrayList<>();
    for (Line line : lines.values()) {
      described.add(shown(line.occasion()));
      described.add(
          "  %s (%s, %s)"
              .formatted(shown(line.winner()), shown(line.reason()), shown(line.date())));
      line.figures().forEach(figures -> described.add("    " + shown(figures)));
    }
    return described;
  }

  private static String shown(String text) {
    return OneLine.of(text, MOST_SHOWN);
  }

  /// Adds verdicts that last to what the file holds by now, in place of those on the same
  /// occasions.
  ///
  /// @return how many lines the file has then
  /// @throws IOException if the system fails: the disk is full, say; the file stays as it was
  public int add(List<Verdict> verdicts) throws IOException {
    Path file = path();
    try {
      Map<String, Line> all = lines(file);
      String today = LocalDate.now(ZoneOffset.UTC).toString();
      for (Verdict verdict : verdicts.stream().filter(Verdict::isLasting).toList()) {
        // To the end, where the newest stand.
        all.remove(verdict.occasion());
        all.put(verdict.occasion(), Line.of(verdict, today));
      }
      List<Line> newest = all.values().stream().skip(Math.max(0, all.size() - MOST_LINES)).toList();
      replace(
          file, newest.stream().map(line -> line.toJson() + "\n").collect(Collectors.joining()));
      return newest.size();
    } catch (IOException e) {
      throw failure("write", file, e);
    }
  }

  private static void replace(Path file, String text) throws IOException {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a folder");
    Files.createDirectories(folder);
    Path temporary =
        Files.createTempFile(folder, "." + file.getFileName(), ".tmp", readableByAll(folder));
    try {
      Files.writeString(temporary, text);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
  }

  /// An image is often built by one user and run by another.
  private static FileAttribute<?>[] readableByAll(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--"))
        }
        : new FileAttribute<?>[0];
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

  /// The folder of this process; empty if the system has none, or the one that is set is no path.
  private static Optional<Path> folder() {
    String set = System.getProperty(FOLDER);
    try {
      return set != null
          ? Optional.of(Path.of(set))
          : caches().map(at -> at.resolve("cleave/choice"));
    } catch (InvalidPathException e) {
      LOG.warn(
          "{} is no path on this system ({}) and passed over; set -D{} to another folder",
          set == null ? "the folder for caches" : "-D" + FOLDER,
          e.getReason(),
          FOLDER);
      return Optional.empty();
    }
  }

  private static Optional<Path> caches() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return path(System.getenv("LOCALAPPDATA"));
    }
    Optional<Path> home = path(System.getProperty("user.home"));
    return system.startsWith("mac")
        ? home.map(at -> at.resolve("Library/Caches"))
        : path(System.getenv("XDG_CACHE_HOME"))
            .filter(Path::isAbsolute)
            .or(() -> home.map(at -> at.resolve(".cache")));
  }

  private static Optional<Path> path(@Nullable String text) {
    return text == null || text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
  }

  /// Checksum of the machine and the JVM.
  private static String fingerprint() {
    CRC32C sum = new CRC32C();
    Stream.of("os.name", "os.arch", "java.vm.name", "java.vm.version")
        .map(name -> System.getProperty(name, "?"))
        .forEach(value -> sum.update((value + "\n").getBytes(StandardCharsets.UTF_8)));
    sum.update(Runtime.getRuntime().availableProcessors());
    sum.update(processor().getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(sum.getValue());
  }

  /// Model and features of the processor, where Linux tells them.
  private static String processor() {
    try (Stream<String> lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(line -> PROCESSOR.stream().anyMatch(line::startsWith))
          .distinct()
          .collect(Collectors.joining("\n"));
    } catch (IOException | UncheckedIOException e) {
      return "?";
    }
  }

  /// One line.
  ///
  /// @param occasion what was split
  /// @param winner the name of the candidate that is fastest
  /// @param revision of its code and driver
  /// @param reason how it is known
  /// @param date when it was measured, as `2026-11-22`
  /// @param figures what was measured, for people
  private record Line(
      String occasion,
      String winner,
      String revision,
      String reason,
      String date,
      List<String> figures) {
    static Line of(Verdict verdict, String date) {
      String revision =
          verdict.figures().stream()
              .filter(figures -> figures.name().equals(verdict.winner()))
              .map(Figures::revision)
              .findFirst()
              .orElse("");
      return new Line(
          verdict.occasion(),
          verdict.winner(),
          revision,
          verdict.reason(),
          date,
          verdict.figures().stream().map(Figures::toString).toList());
    }

    /// @throws JsonException if it is no such line
    static Line parse(String text) {
      JsonObject line = JsonReader.parse(text).asObject();
      return new Line(
          line.read("occasion", JsonValue::asString),
          line.read("winner", JsonValue::asString),
          line.read("revision", JsonValue::asString),
          line.read("reason", JsonValue::asString),
          line.read("date", JsonValue::asString),
          line.read("figures", list -> list.asListOf(JsonValue::asString)));
    }

    JsonObject toJson() {
      return JsonObject.builder()
          .put("occasion", occasion)
          .put("winner", winner)
          .put("revision", revision)
          .put("reason", reason)
          .put("date", date)
          .put("figures", JsonArray.of(figures, JsonString::new))
          .build();
    }
  }
}

package io.cleave.choice;

import io.cleave.json.JsonObject;
import io.cleave.plan.Experimental;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What was recorded for this machine and JVM: one line of JSON for the stamp, one for each
/// verdict. An immutable value, read once.
///
/// Nothing of it is trusted: a file that is too large, or of another stamp, is passed over, a line
/// that is damaged is dropped; it is said once how many.
@Experimental
public final class Records {
  /// The version of the file's form.
  private static final long FORMAT = 1;

  /// What a file may have, or it is not read.
  private static final long MOST_BYTES = 8 << 20;

  /// The oldest go first.
  static final int MOST = 10_000;

  /// The characters of a text that are shown; an occasion has some 400 at most.
  private static final int MOST_SHOWN = 1000;

  private static final Logger LOG = LoggerFactory.getLogger(Records.class);

  private final String place;
  private final Map<String, Recorded> byOccasion;

  private Records(String place, Map<String, Recorded> byOccasion) {
    this.place = place;
    this.byOccasion = byOccasion;
  }

  /// No records.
  public static Records none() {
    return new Records("nothing", Map.of());
  }

  /// Those of this machine and JVM, in the usual place.
  public static Records usual() {
    return Place.folder()
        .map(folder -> read(Place.file(folder, Stamp.here()), Stamp.here()))
        .orElseGet(Records::none);
  }

  /// The same, read once for this process.
  public static Records shared() {
    return Shared.RECORDS;
  }

  private static final class Shared {
    private static final Records RECORDS = usual();
  }

  /// Those that a file holds for a stamp; none if there is no such file.
  static Records read(Path file, Stamp stamp) {
    try {
      return readWhole(file, stamp);
    } catch (IOException e) {
      LOG.warn("{} cannot be read ({}); nothing that is recorded is used", file, e.toString());
      return none();
    }
  }

  /// The same for who will replace the file.
  ///
  /// @throws IOException if it is there, but the system fails to read it
  static Records readWhole(Path file, Stamp stamp) throws IOException {
    if (!Files.exists(file)) {
      return none();
    }
    if (!Files.isRegularFile(file)) {
      // Reading a pipe would wait, and a device might not end.
      LOG.warn("{} is not a regular file and passed over; delete it", file);
      return none();
    }
    long size = Files.size(file);
    byte[] bytes = readAtMost(file, (int) MOST_BYTES + 1);
    if (size > MOST_BYTES || bytes.length > MOST_BYTES) {
      LOG.warn("{} is larger than {} bytes and passed over; delete it", file, MOST_BYTES);
      return none();
    }
    if (bytes.length < size) {
      throw new IOException("only %s of its %s bytes could be read".formatted(bytes.length, size));
    }
    // Bytes that are no text become damaged lines.
    List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
    return new Records(file.toString(), parse(file, lines, stamp));
  }

  /// Whoever may write the file may make it grow meanwhile.
  private static byte[] readAtMost(Path file, int bytes) throws IOException {
    try (InputStream stream = Files.newInputStream(file)) {
      return stream.readNBytes(bytes);
    }
  }

  private static Map<String, Recorded> parse(Path file, List<String> lines, Stamp stamp) {
    Map<String, Recorded> found = new LinkedHashMap<>();
    if (lines.isEmpty() || !isHeader(lines.getFirst(), stamp)) {
      LOG.warn("{} is not for this machine and JVM; 'cleave tune' makes it anew", file);
      return found;
    }
    int damaged = 0;
    for (String line : lines.subList(1, lines.size())) {
      Optional<Recorded> recorded = Recorded.parse(line);
      recorded.ifPresent(one -> found.put(one.occasion(), one));
      damaged += recorded.isPresent() ? 0 : 1;
    }
    if (damaged > 0) {
      LOG.warn(
          "{} has {} damaged lines, which are dropped; run 'cleave tune' again", file, damaged);
    }
    return found;
  }

  private static boolean isHeader(String line, Stamp stamp) {
    return line.equals(header(stamp));
  }

  private static String header(Stamp stamp) {
    return JsonObject.builder()
        .put("cleave", "choice")
        .put("format", FORMAT)
        .put("stamp", stamp.toJson())
        .build()
        .toString();
  }

  /// The newest of these, as many as a file for a stamp may have.
  static List<Recorded> newest(Collection<Recorded> all, Stamp stamp) {
    List<Recorded> newest = new ArrayList<>();
    long left = MOST_BYTES - bytes(header(stamp));
    for (Recorded one : List.copyOf(all).reversed()) {
      left -= bytes(one.toLine());
      if (left < 0 || newest.size() == MOST) {
        break;
      }
      newest.add(one);
    }
    return newest.reversed();
  }

  private static long bytes(String line) {
    return line.getBytes(StandardCharsets.UTF_8).length + 1L;
  }

  /// The text of a file with these lines for a stamp.
  static String text(Collection<Recorded> all, Stamp stamp) {
    StringBuilder text = new StringBuilder(header(stamp)).append('\n');
    all.forEach(one -> text.append(one.toLine()).append('\n'));
    return text.toString();
  }

  /// Whether a candidate is recorded to be the fastest on an occasion, as it is now.
  boolean isWinner(Occasion occasion, Named candidate) {
    Recorded found = byOccasion.get(occasion.text());
    return found != null
        && found.winner().equals(candidate.name())
        && found.revision().equals(candidate.revision());
  }

  /// Whether the one that is recorded for an occasion is none of those who race for it.
  boolean knowsAnother(Occasion occasion) {
    Recorded found = byOccasion.get(occasion.text());
    return found != null && !occasion.names().contains(found.winner());
  }

  /// All that is recorded, the oldest first.
  Collection<Recorded> all() {
    return byOccasion.values();
  }

  /// A line or more for each verdict, for people.
  public List<String> describe() {
    List<String> lines = new ArrayList<>();
    for (Recorded one : byOccasion.values()) {
      lines.add(shown(one.occasion()));
      lines.add(
          "  %s (%s, %s)".formatted(shown(one.winner()), shown(one.reason()), shown(one.date())));
      one.figures().forEach(figures -> lines.add("    " + shown(figures)));
    }
    return lines;
  }

  /// A text of the file as it may be printed: on one line, without what terminals take for
  /// commands.
  private static String shown(String text) {
    return OneLine.of(text, MOST_SHOWN);
  }

  /// How many verdicts there are.
  public int size() {
    return byOccasion.size();
  }

  /// The file that holds them.
  public String place() {
    return place;
  }

  @Override
  public String toString() {
    return "%s verdicts in %s".formatted(size(), place);
  }
}

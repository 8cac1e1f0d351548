package io.cleave.choice;

import io.cleave.json.JsonException;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Files of records for a machine that is the same everywhere.
public final class RecordsFixture {
  private static final Stamp STAMP = new Stamp("Linux amd64", "a processor", 2, "a JVM");

  private final Path folder;

  /// @param folder where the files are written
  public RecordsFixture(Path folder) {
    this.folder = folder;
  }

  /// Has records read from a file with the right header and these lines. One that is a verdict
  /// without a checksum gets the right one, at which nobody who guesses would arrive.
  ///
  /// @return how many records it holds
  /// @throws AssertionError if they are others when they are written and read once more
  public int read(byte[] lines) throws IOException {
    StringBuilder text = new StringBuilder(Records.text(List.of(), STAMP));
    new String(lines, StandardCharsets.ISO_8859_1)
        .lines()
        .forEach(line -> text.append(checked(line)).append('\n'));
    Records read = read(text.toString(), StandardCharsets.ISO_8859_1);
    Records again = read(Records.text(read.all(), STAMP), StandardCharsets.UTF_8);
    if (!List.copyOf(again.all()).equals(List.copyOf(read.all()))) {
      throw new AssertionError("%s, and then %s".formatted(read.all(), again.all()));
    }
    read.describe();
    return read.size();
  }

  /// Records that have one candidate be the fastest for each plan in native memory, alone and while
  /// other calls are under way.
  ///
  /// @param ranks which one, counted from 1 for the last
  public Records favouring(Field field, Map<SplitPlan, Integer> ranks) throws IOException {
    List<Verdict> verdicts = new ArrayList<>();
    ranks.forEach(
        (plan, rank) -> {
          verdicts.add(favouring(field, plan, false, rank));
          verdicts.add(favouring(field, plan, true, rank));
        });
    file().add(verdicts);
    return file().read();
  }

  /// The file that they are in.
  public RecordFile file() {
    return RecordFile.in(folder, STAMP);
  }

  private static Verdict favouring(Field field, SplitPlan plan, boolean busy, int rank) {
    MemoryClass memory = MemoryClass.usual();
    List<Candidate> all = field.candidates(plan, memory, busy);
    Candidate winner = all.get(all.size() - rank);
    Figures faster = new Figures(winner.name(), winner.revision(), .04, .8, 8, "faster");
    Occasion occasion = Occasion.of(field.name(), plan, memory.toString(), busy, all);
    return new Verdict(occasion.text(), winner.name(), "won", true, true, List.of(faster));
  }

  private Records read(String text, Charset charset) throws IOException {
    Path file = RecordFile.in(folder, STAMP).path();
    Files.write(file, text.getBytes(charset));
    return Records.read(file, STAMP);
  }

  private static String checked(String line) {
    try {
      // The checksum is of the text that the reader makes of it.
      byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
      JsonObject verdict = JsonReader.parse(new String(bytes, StandardCharsets.UTF_8)).asObject();
      return verdict.fields().containsKey("check")
          ? line
          : "{\"verdict\":%s,\"check\":\"%s\"}".formatted(line, Stamp.checksum(verdict.toString()));
    } catch (JsonException _) {
      return line;
    }
  }
}

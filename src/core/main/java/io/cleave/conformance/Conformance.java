package io.cleave.conformance;

import io.cleave.Splitter;
import io.cleave.conformance.CaseLines.Line;
import io.cleave.json.JsonException;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/// Runs conformance cases on a splitter, one line at a time, and stops for nothing.
///
/// A line may have up to [#MAX_LINE_BYTES] and is UTF-8; a longer one is a failed case, is skipped,
/// and takes no memory. A case passes if the shapes are as expected, inferred and planned; if
/// everything is known, also if every byte is, both in outputs given to the splitter, which stand
/// at odd addresses between guard bytes, and in outputs it makes. A case that expects an error
/// passes only if its input is refused with an `IllegalArgumentException`.
///
/// What is too large to be tried here, or runs out of memory, is skipped. Nothing else is.
///
/// Not safe for use by many threads at once.
public final class Conformance {
  /// The most bytes a line may have, 64 MiB.
  public static final int MAX_LINE_BYTES = 64 << 20;

  private final CaseRunner runner;

  /// Skips cases whose data takes more than a quarter of the heap, or more than a Java array holds.
  ///
  /// @param splitter is used and not closed
  public Conformance(Splitter splitter) {
    this(splitter, Workload.ofHeap());
  }

  /// Skips cases whose data, and 1 KiB for each part, takes more than this many bytes.
  ///
  /// @param splitter is used and not closed
  public Conformance(Splitter splitter, long maxBytes) {
    this(splitter, new Workload(maxBytes));
  }

  private Conformance(Splitter splitter, Workload limit) {
    this.runner = new CaseRunner(splitter, limit);
  }

  /// Runs all cases of all sources. A source that cannot be read, or not to its end, is a failed
  /// case.
  ///
  /// @param results gets each result as soon as it is known, in order
  public Summary run(Iterable<CaseSource> sources, Consumer<? super CaseResult> results) {
    Summary summary = Summary.NONE;
    for (CaseSource source : sources) {
      summary = run(source, results, summary);
    }
    return summary;
  }

  private Summary run(CaseSource source, Consumer<? super CaseResult> results, Summary before) {
    Summary summary = before;
    long number = 0;
    try (InputStream in = source.opener().open()) {
      CaseLines lines = new CaseLines(in, MAX_LINE_BYTES);
      for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
        number = line.get().number();
        CaseResult result = run(source.name(), line.get());
        summary = summary.plus(result.outcome());
        results.accept(result);
      }
    } catch (IOException e) {
      Outcome unread = new Outcome.Failed("cannot be read any further: " + Excerpt.of(e));
      results.accept(new CaseResult(source.name(), number, "", unread));
      summary = summary.plus(unread);
    }
    return summary;
  }

  private CaseResult run(String source, Line line) {
    Optional<JsonObject> object = Optional.empty();
    Outcome outcome;
    try {
      JsonObject parsed = parse(line);
      object = Optional.of(parsed);
      outcome = runner.run(CaseParser.parse(parsed));
    } catch (CaseFailure e) {
      outcome = new Outcome.Failed(e.reason());
    } catch (OutOfMemoryError e) {
      outcome = new Outcome.Skipped("out of memory: " + e.getMessage());
    } catch (Throwable e) {
      outcome = new Outcome.Failed("unexpected " + Excerpt.of(e));
    }
    return new CaseResult(source, line.number(), object.map(Conformance::id).orElse(""), outcome);
  }

  private static JsonObject parse(Line line) {
    ByteBuffer text =
        line.text()
            .orElseThrow(
                () ->
                    CaseFailure.malformed(
                        "the line has more than %s bytes".formatted(MAX_LINE_BYTES)));
    try {
      return JsonReader.parseUtf8(text).asObject();
    } catch (JsonException e) {
      throw CaseFailure.malformed(e);
    }
  }

  private static String id(JsonObject object) {
    JsonValue id = object.fields().get("id");
    return id instanceof JsonString text ? text.value() : "";
  }
}

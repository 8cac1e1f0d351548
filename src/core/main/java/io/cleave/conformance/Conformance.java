package io.cleave.conformance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.cleave.Splitter;
import io.cleave.conformance.CaseResult.Outcome;
import io.cleave.json.JsonException;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonString;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/// Runs conformance cases on a splitter, line by line, and goes on after every failure.
///
/// A case passes if the shapes are as expected, inferred and planned; if everything is known, also
/// if every byte is, both in outputs given to the splitter, which stand at odd addresses between
/// guard bytes, and in outputs that it makes. A case that expects an error passes only if its input
/// is refused with an `IllegalArgumentException`.
///
/// A case that is too large, or runs out of memory, is skipped. Not safe for use by many threads at
/// once.
public final class Conformance {
  /// Leaves room in the heap for the expected parts, which take as much as the data, and for the
  /// case itself.
  private static final int HEAP_SHARE = 4;

  private final CaseRunner runner;

  /// Skips cases whose data takes more than a quarter of the heap, or more than a Java array holds.
  ///
  /// @param splitter is used and not closed
  public Conformance(Splitter splitter) {
    this(splitter, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  /// Skips cases whose data, and 1 KiB for each part, takes more than this many bytes.
  ///
  /// @param splitter is used and not closed
  public Conformance(Splitter splitter, long maxBytes) {
    this.runner = new CaseRunner(splitter, maxBytes);
  }

  /// Runs all cases of all sources. A source that cannot be read, or not to its end, is a failed
  /// case.
  ///
  /// @param results gets each result as soon as it is known, in order
  public Summary run(Iterable<CaseSource> sources, Consumer<? super CaseResult> results) {
    Summary summary = Summary.NONE;
    for (CaseSource source : sources) {
      summary = summary.plus(run(source, results));
    }
    return summary;
  }

  private Summary run(CaseSource source, Consumer<? super CaseResult> results) {
    Summary summary = Summary.NONE;
    int number = 0;
    // Bytes are read as characters: a line that is not UTF-8 is one failed case.
    try (LineNumberReader lines =
        new LineNumberReader(new InputStreamReader(source.opener().open(), ISO_8859_1))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number = lines.getLineNumber();
        if (!line.isBlank()) {
          CaseResult result = run(source.name(), number, line);
          summary = summary.plus(result);
          results.accept(result);
        }
      }
    } catch (IOException e) {
      String reason = "cannot be read any further: " + describe(e);
      CaseResult unread = new CaseResult(source.name(), number, "", Outcome.FAILED, reason);
      summary = summary.plus(unread);
      results.accept(unread);
    }
    return summary;
  }

  private CaseResult run(String source, long number, String line) {
    String id = "";
    Outcome outcome = Outcome.FAILED;
    String detail;
    try {
      JsonObject object = parse(line);
      id = object.fields().get("id") instanceof JsonString(String name) ? name : "";
      detail = runner.run(Case.parse(object));
      outcome = Outcome.PASSED;
    } catch (CaseFailure e) {
      outcome = e.outcome();
      detail = String.valueOf(e.getMessage());
    } catch (OutOfMemoryError e) {
      outcome = Outcome.SKIPPED;
      detail = "out of memory: " + e.getMessage();
    } catch (Throwable e) {
      detail = "unexpected " + describe(e);
    }
    return new CaseResult(source, number, id, outcome, detail);
  }

  private static JsonObject parse(String line) {
    try {
      return JsonReader.parseUtf8(ByteBuffer.wrap(line.getBytes(ISO_8859_1))).asObject();
    } catch (JsonException e) {
      throw CaseFailure.malformed(String.valueOf(e.getMessage()));
    }
  }

  /// An exception with its type, which matters where the message says little.
  private static String describe(Throwable thrown) {
    String type = thrown.getClass().getSimpleName();
    return thrown.getMessage() == null ? type : type + ": " + thrown.getMessage();
  }
}

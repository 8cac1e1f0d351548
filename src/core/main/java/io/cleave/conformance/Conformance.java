package io.cleave.conformance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.cleave.Splitter;
import io.cleave.conformance.CaseResult.Outcome;
import io.cleave.json.JsonException;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

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

  /// The most bytes of a Java array.
  private static final long MAX_BYTES = Integer.MAX_VALUE - 64;

  /// A reference, and a short string.
  private static final long STRING_BYTES = 128;

  /// The outputs' guards, and what the JVM needs to keep a part's shape, bytes and segments.
  private static final long PART_BYTES = 1024;

  private final Splitter splitter;
  private final long maxBytes;

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
    this.splitter = splitter;
    this.maxBytes = Math.min(maxBytes, MAX_BYTES);
  }

  /// Runs all cases of all sources. A source that cannot be read, or not to its end, is a failed
  /// case.
  ///
  /// @param results gets each result as soon as it is known, in order
  public Summary run(Iterable<CaseSource> sources, Consumer<? super CaseResult> results) {
    List<Outcome> outcomes = new ArrayList<>();
    Consumer<CaseResult> counted = result -> outcomes.add(result.outcome());
    sources.forEach(source -> run(source, counted.andThen(results)));
    return new Summary(
        Collections.frequency(outcomes, Outcome.PASSED),
        Collections.frequency(outcomes, Outcome.FAILED),
        Collections.frequency(outcomes, Outcome.SKIPPED));
  }

  private void run(CaseSource source, Consumer<? super CaseResult> results) {
    int number = 0;
    // Bytes are read as characters: a line that is not UTF-8 is one failed case.
    try (LineNumberReader lines =
        new LineNumberReader(new InputStreamReader(source.opener().open(), ISO_8859_1))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number = lines.getLineNumber();
        if (!line.isBlank()) {
          results.accept(run(source.name(), number, line));
        }
      }
    } catch (IOException e) {
      String reason = "cannot be read any further: " + describe(e);
      results.accept(new CaseResult(source.name(), number, "", Outcome.FAILED, reason));
    }
  }

  private CaseResult run(String source, long number, String line) {
    String id = "";
    Outcome outcome = Outcome.FAILED;
    String detail;
    try {
      JsonValue object = JsonReader.parseUtf8(ByteBuffer.wrap(line.getBytes(ISO_8859_1)));
      id = object.fields().get("id") instanceof JsonValue(String name) ? name : "";
      Case tried = Case.parse(object);
      detail = tried.isRefused() ? expectRefusal(tried) : expectParts(tried);
      outcome = Outcome.PASSED;
    } catch (JsonException e) {
      detail = CaseFailure.MALFORMED + e.getMessage();
    } catch (CaseFailure e) {
      outcome = e.outcome;
      detail = String.valueOf(e.getMessage());
    } catch (OutOfMemoryError e) {
      outcome = Outcome.SKIPPED;
      detail = "out of memory: " + e.getMessage();
    } catch (Throwable e) {
      detail = "unexpected " + describe(e);
    }
    return new CaseResult(source, number, id, outcome, detail);
  }

  /// The planner alone is shown what must be refused, so that nothing can be written.
  ///
  /// @return an empty text
  private static String expectRefusal(Case tried) {
    SplitOperation operation;
    try {
      operation = tried.operation().get();
    } catch (IllegalArgumentException _) {
      return "";
    }
    requireRefused("the shapes ", () -> list(operation.infer()));
    if (operation.isKnown()) {
      requireRefused("", operation::plan);
    }
    return "";
  }

  private static void requireRefused(String what, Supplier<?> attempt) {
    Object accepted;
    try {
      accepted = attempt.get();
    } catch (IllegalArgumentException _) {
      return;
    }
    throw CaseFailure.wrong("must be refused, but was accepted as %s%s".formatted(what, accepted));
  }

  /// Infers the shapes, and where everything is known, plans and carries out the split.
  ///
  /// @return the explanation of the split, or an empty text if none was carried out
  private String expectParts(Case tried) {
    SplitOperation operation = accepted(tried.operation());
    requireShapes("inferred", accepted(operation::infer), tried.shapes());
    if (!operation.isKnown()) {
      if (tried.values().isPresent()) {
        throw CaseFailure.malformed("values can be compared only where the input is fully known");
      }
      return "";
    }
    SplitPlan plan = accepted(operation::plan);
    List<PartialShape> planned =
        plan.parts().stream().map(part -> PartialShape.of(part.shape())).toList();
    requireShapes("planned", planned, tried.shapes());
    long elements = plan.data().shape().elements();
    long bytes =
        plan.data().type() == ElementType.STRING
            ? Math.min(elements, MAX_BYTES) * STRING_BYTES
            : plan.data().type().bytes(elements);
    if (bytes > maxBytes - plan.partCount() * PART_BYTES) {
      throw new CaseFailure(
          Outcome.SKIPPED,
          ("%s bytes of data in %s parts are too much for a limit of %s bytes; give the JVM more"
                  + " heap")
              .formatted(bytes, plan.partCount(), maxBytes));
    }
    new CaseRun(splitter, plan, tried, oracle(operation, tried.shapes())).run();
    return splitter.explain(plan);
  }

  /// The lengths are those of the expected shapes, so that the oracle does not depend on the plan.
  private static NaiveSplit oracle(SplitOperation operation, List<PartialShape> parts) {
    int axis = (int) operation.axis().values()[0];
    long[] lengths = parts.stream().mapToLong(part -> part.min(axis)).toArray();
    return new NaiveSplit(operation.data().toShape(), axis, lengths);
  }

  private static <T> T accepted(Supplier<T> attempt) {
    try {
      return attempt.get();
    } catch (IllegalArgumentException e) {
      throw CaseFailure.wrong("must be accepted, but was refused: %s".formatted(e.getMessage()));
    }
  }

  private static void requireShapes(
      String how, List<PartialShape> actual, List<PartialShape> expected) {
    if (!actual.equals(expected)) {
      throw CaseFailure.wrong(
          "%s shapes are %s, expected %s".formatted(how, list(actual), list(expected)));
    }
  }

  private static String list(List<PartialShape> shapes) {
    return OneLine.list(shapes.size(), i -> shapes.get(i).toString());
  }

  /// An exception with its type, which matters where the message says little.
  private static String describe(Throwable thrown) {
    String type = thrown.getClass().getSimpleName();
    return thrown.getMessage() == null ? type : type + ": " + thrown.getMessage();
  }
}

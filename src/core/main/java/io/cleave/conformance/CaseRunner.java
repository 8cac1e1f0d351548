package io.cleave.conformance;

import io.cleave.Splitter;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonValue;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.util.List;
import java.util.function.Supplier;

/// Tries cases on a splitter.
///
/// A case that must be refused is shown to the planner only, so that nothing can be written. Any
/// other case is inferred, and where everything is known, planned and carried out.
final class CaseRunner {
  /// The most bytes of a Java array.
  private static final long MAX_BYTES = Integer.MAX_VALUE - 64;

  /// A reference, and a short string.
  private static final long STRING_BYTES = 128;

  /// The outputs' guards, and what the JVM needs to keep a part's shape, bytes and segments.
  private static final long PART_BYTES = 1024;

  private final Splitter splitter;
  private final long maxBytes;

  /// @param maxBytes of data; larger cases are skipped
  CaseRunner(Splitter splitter, long maxBytes) {
    this.splitter = splitter;
    this.maxBytes = Math.min(maxBytes, MAX_BYTES);
  }

  /// Tries one case.
  ///
  /// @return the explanation of the split, or an empty text if none was carried out
  /// @throws CaseFailure if the case does not pass
  String run(Case tried) {
    return tried.isRefused() ? expectRefusal(tried) : expectParts(tried);
  }

  private static String expectRefusal(Case tried) {
    SplitOperation operation;
    try {
      operation = tried.operation();
    } catch (IllegalArgumentException _) {
      return "";
    }
    requireValid(tried.data(), operation.type());
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

  /// A malformed case proves nothing, even if it is refused.
  private static void requireValid(JsonValue data, ElementType type) {
    if (data instanceof JsonArray(List<JsonValue> values)) {
      values.forEach(value -> ValueCodec.require(type, value));
    }
  }

  private String expectParts(Case tried) {
    SplitOperation operation = accepted(tried::operation);
    requireValid(tried.data(), operation.type());
    tried
        .values()
        .ifPresent(
            lists -> lists.forEach(list -> requireValid(new JsonArray(list), operation.type())));
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
      throw CaseFailure.tooLarge(
          ("%s bytes of data in %s parts are too much for a limit of %s bytes; give the JVM more"
                  + " heap")
              .formatted(bytes, plan.partCount(), maxBytes));
    }
    new Trial(splitter, plan, tried, oracle(operation, tried.shapes())).run();
    return splitter.explain(plan);
  }

  /// The lengths are those of the expected shapes, so that the oracle does not depend on the plan.
  private static NaiveSplit oracle(SplitOperation operation, List<PartialShape> parts) {
    Shape shape = operation.data().toShape();
    long given = operation.axis().values()[0];
    int axis = (int) (given < 0 ? given + shape.rank() : given);
    long[] lengths = parts.stream().mapToLong(part -> part.min(axis)).toArray();
    return new NaiveSplit(shape, axis, lengths);
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
}

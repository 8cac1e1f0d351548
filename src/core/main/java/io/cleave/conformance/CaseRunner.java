package io.cleave.conformance;

import io.cleave.Splitter;
import io.cleave.conformance.Case.Data;
import io.cleave.conformance.Case.Expectation;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Tries one case after the other on a splitter. Whatever happens is an outcome, never an
/// exception.
///
/// A case that must be refused is shown to the planner only, so that nothing can be written. Any
/// other case is inferred, and where everything is known, planned and carried out.
final class CaseRunner {
  private final Splitter splitter;
  private final Workload limit;

  /// @param limit what is too much to be tried
  CaseRunner(Splitter splitter, Workload limit) {
    this.splitter = splitter;
    this.limit = limit;
  }

  /// Tries one case.
  Outcome run(Case tried) {
    return switch (tried.expectation()) {
      case Expectation.Refusal _ -> expectRefusal(tried);
      case Expectation.Parts parts -> expectParts(tried, parts);
    };
  }

  private static Outcome expectRefusal(Case tried) {
    SplitOperation operation;
    try {
      operation = CaseOperation.of(tried);
    } catch (IllegalArgumentException _) {
      return new Outcome.Passed(Optional.empty());
    }
    requireValid(tried.data(), operation.type());
    requireRefused("the shapes ", () -> Excerpt.list(operation.infer()));
    if (operation.isKnown()) {
      requireRefused("", operation::plan);
    }
    return new Outcome.Passed(Optional.empty());
  }

  private static void requireRefused(String what, Supplier<?> attempt) {
    Object accepted;
    try {
      accepted = attempt.get();
    } catch (IllegalArgumentException _) {
      return;
    }
    throw new CaseFailure("must be refused, but was accepted as %s%s".formatted(what, accepted));
  }

  /// A case that is malformed proves nothing, even if it is refused.
  private static void requireValid(Data data, ElementType type) {
    if (data instanceof Data.Values listed) {
      if (type == ElementType.STRING) {
        StringTrial.strings(listed.values());
      } else {
        listed.values().forEach(new ValueCodec(type)::bits);
      }
    }
  }

  private Outcome expectParts(Case tried, Expectation.Parts expected) {
    SplitOperation operation = accepted(() -> CaseOperation.of(tried));
    requireValid(tried.data(), operation.type());
    requireShapes("inferred", accepted(operation::infer), expected.shapes());
    if (!operation.isKnown()) {
      requireNoValues(expected);
      return new Outcome.Passed(Optional.empty());
    }
    SplitPlan plan = accepted(operation::plan);
    requireShapes("planned", shapes(plan), expected.shapes());
    if (limit.isExceededBy(plan)) {
      return new Outcome.Skipped(limit.complaint(plan));
    }
    carryOut(tried, expected, plan, oracle(operation, expected.shapes()));
    return new Outcome.Passed(Optional.of(splitter.explain(plan)));
  }

  private void carryOut(Case tried, Expectation.Parts expected, SplitPlan plan, NaiveSplit oracle) {
    Seed seed = Seed.of(tried);
    if (plan.data().type() == ElementType.STRING) {
      new StringTrial(splitter, plan, oracle, seed).run(tried.data(), expected.values());
    } else {
      new ByteTrial(splitter, plan, oracle, seed).run(tried.data(), expected.values());
    }
  }

  /// The lengths are those of the expected shapes, so that the oracle hears nothing of the plan.
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
      throw new CaseFailure("must be accepted, but was refused: " + e.getMessage());
    }
  }

  private static void requireNoValues(Expectation.Parts expected) {
    if (expected.values().isPresent()) {
      throw CaseFailure.malformed("values can be compared only where the input is fully known");
    }
  }

  private static List<PartialShape> shapes(SplitPlan plan) {
    return plan.parts().stream().map(part -> PartialShape.of(part.shape())).toList();
  }

  private static void requireShapes(
      String how, List<PartialShape> actual, List<PartialShape> expected) {
    if (!actual.equals(expected)) {
      throw new CaseFailure(
          "%s shapes are %s, expected %s"
              .formatted(how, Excerpt.list(actual), Excerpt.list(expected)));
    }
  }
}

package io.cleave.plan;

import java.util.List;
import java.util.stream.Collectors;

/// How plans and parts print themselves.
final class PlanText {
  private static final int MAX_LINES = 24;
  private static final int LAST_LINES = 2;

  private PlanText() {}

  static String describe(SplitPlan plan) {
    List<Part> parts = plan.parts();
    int skipped = parts.size() <= MAX_LINES + 1 ? 0 : parts.size() - MAX_LINES;
    int resumed = parts.size() - LAST_LINES;
    if (skipped == 0) {
      return headline(plan) + lines(parts);
    }
    return headline(plan)
        + lines(parts.subList(0, resumed - skipped))
        + "\n  ... %s more parts".formatted(skipped)
        + lines(parts.subList(resumed, parts.size()));
  }

  static String headline(SplitPlan plan) {
    return "%s %s along axis %s into %s: %s of %s%s"
        .formatted(
            plan.type(),
            plan.shape(),
            plan.axis(),
            count(plan.partCount(), "part"),
            count(plan.rows(), "row"),
            count(plan.row(), unit(plan)),
            plan.conversion().map(conversion -> ", " + conversion).orElse(""));
  }

  private static String lines(List<Part> parts) {
    return parts.stream().map(part -> "\n  " + part).collect(Collectors.joining());
  }

  static String describe(Part part, SplitPlan plan) {
    return "part %s %s: %s".formatted(part.index(), part.shape(), where(part, plan))
        + (part.isWanted() ? "" : ", not wanted");
  }

  private static String where(Part part, SplitPlan plan) {
    if (part.isEmpty()) {
      return "empty";
    }
    String of = plan.rows() == 1 ? "" : " of each row";
    return "%ss %s..%s%s, %s"
        .formatted(
            unit(plan),
            part.offset(),
            part.offset() + part.run() - 1,
            of,
            plan.unit() == Unit.ELEMENT
                ? count(part.size(), "element")
                : count(part.bytes(), "byte") + (plan.converts() ? " of " + plan.partType() : ""));
  }

  private static String unit(SplitPlan plan) {
    return switch (plan.unit()) {
      case BIT -> "bit";
      case BYTE -> "byte";
      case ELEMENT -> "element";
    };
  }

  private static String count(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}

package io.cleave.spi;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Splits arrays of strings, element by element, on the host.
final class StringSplit {
  private StringSplit() {}

  static List<String @Nullable []> split(SplitPlan plan, String[] data) {
    checkData(plan, data);
    List<String @Nullable []> parts = new ArrayList<>(plan.partCount());
    for (Part part : plan.parts()) {
      parts.add(part.isWanted() ? new String[Math.toIntExact(part.size())] : null);
    }
    copy(plan, data, parts);
    return parts;
  }

  static void split(SplitPlan plan, String[] data, List<String @Nullable []> parts) {
    checkData(plan, data);
    checkParts(plan, data, parts);
    copy(plan, data, parts);
  }

  private static void copy(SplitPlan plan, String[] data, List<String @Nullable []> parts) {
    for (Part part : plan.parts()) {
      String[] target = parts.get(part.index());
      if (target != null) {
        copy(plan, data, part, target);
      }
    }
  }

  private static void copy(SplitPlan plan, String[] data, Part part, String[] target) {
    int run = Math.toIntExact(part.run());
    for (long row = 0; row < plan.rows() && run > 0; row++) {
      int from = Math.toIntExact(part.inData(row));
      System.arraycopy(data, from, target, Math.toIntExact(part.inPart(row)), run);
    }
  }

  private static void checkData(SplitPlan plan, String[] data) {
    if (plan.unit() != Unit.ELEMENT) {
      throw new IllegalArgumentException(
          "the plan is for %s; strings need a plan for the type string".formatted(plan.type()));
    }
    requireLength("the data", plan.shape().volume(), data);
  }

  private static void checkParts(SplitPlan plan, String[] data, List<String @Nullable []> parts) {
    Checks.requireCount(plan, parts);
    Set<String[]> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    seen.add(data);
    for (Part part : plan.parts()) {
      String[] target = parts.get(part.index());
      if (target == null) {
        continue;
      }
      Checks.requireWanted(part);
      requireLength("part " + part.index(), part.size(), target);
      if (target.length > 0 && !seen.add(target)) {
        throw new IllegalArgumentException(
            "part %s is the same array as the data or another part; give each its own"
                .formatted(part.index()));
      }
    }
  }

  private static void requireLength(String what, long elements, String[] array) {
    if (array.length != elements) {
      throw new IllegalArgumentException(
          "%s takes %s strings; the array has %s".formatted(what, elements, array.length));
    }
  }
}

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
final class Strings {
  private Strings() {}

  static List<String @Nullable []> allocate(SplitPlan plan, String[] data) {
    requireStrings(plan);
    requireLength("the data", plan.shape().volume(), data);
    List<String @Nullable []> parts = new ArrayList<>(plan.partCount());
    for (Part part : plan.parts()) {
      parts.add(part.isWanted() ? new String[Math.toIntExact(part.size())] : null);
    }
    return parts;
  }

  static void split(SplitPlan plan, String[] data, List<String @Nullable []> parts) {
    requireStrings(plan);
    check(plan, data, parts);
    for (Part part : plan.parts()) {
      String[] target = parts.get(part.index());
      if (target != null) {
        copy(part, plan, data, target);
      }
    }
  }

  private static void copy(Part part, SplitPlan plan, String[] data, String[] target) {
    int run = Math.toIntExact(part.run());
    for (long row = 0; row < plan.rows() && run > 0; row++) {
      int from = Math.toIntExact(part.inData(row));
      System.arraycopy(data, from, target, Math.toIntExact(part.inPart(row)), run);
    }
  }

  private static void check(SplitPlan plan, String[] data, List<String @Nullable []> parts) {
    Outputs.requireCount(plan, parts);
    requireLength("the data", plan.shape().volume(), data);
    Set<String[]> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    seen.add(data);
    for (Part part : plan.parts()) {
      String[] target = parts.get(part.index());
      if (target == null) {
        continue;
      }
      Outputs.requireWanted(part);
      requireLength("part " + part.index(), part.size(), target);
      if (target.length > 0 && !seen.add(target)) {
        throw new IllegalArgumentException(
            "part %s is the same array as the data or another part; give each its own"
                .formatted(part.index()));
      }
    }
  }

  private static void requireStrings(SplitPlan plan) {
    if (plan.unit() != Unit.ELEMENT) {
      throw new IllegalArgumentException(
          "the plan is for %s; strings need a plan for the type string".formatted(plan.type()));
    }
  }

  private static void requireLength(String what, long elements, String[] array) {
    if (array.length != elements) {
      throw new IllegalArgumentException(
          "%s takes %s strings; the array has %s".formatted(what, elements, array.length));
    }
  }
}

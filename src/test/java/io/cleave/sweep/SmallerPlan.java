package io.cleave.sweep;

import io.cleave.plan.Conversion;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// A plan with less in it than another.
///
/// @param plan the smaller one
/// @param kept which parts of the other its parts come from
record SmallerPlan(SplitPlan plan, List<Integer> kept) {
  /// Plans that are smaller than one, those first that are much smaller.
  static Stream<SmallerPlan> than(SplitPlan plan) {
    return Stream.<Function<SplitPlan, Stream<SmallerPlan>>>of(
            SmallerPlan::withoutRules,
            SmallerPlan::withFewerParts,
            SmallerPlan::withFewerAxes,
            SmallerPlan::withLessBesides,
            SmallerPlan::withAllPartsShorter,
            SmallerPlan::withShorterParts)
        .flatMap(way -> way.apply(plan));
  }

  /// Moved instead of converted, converted by the simplest rule, with all parts wanted.
  private static Stream<SmallerPlan> withoutRules(SplitPlan plan) {
    List<Integer> all = all(plan);
    SplitPlan moved =
        SplitPlan.byLengths(plan.shape(), plan.type(), plan.axis(), plan.lengths().clone());
    Stream<SplitPlan> smaller = plan.converts() ? Stream.of(moved) : Stream.of();
    if (plan.converts()) {
      Conversion cast = Conversion.to(plan.partType());
      smaller = Stream.concat(smaller, Stream.of(moved.converted(cast)));
    }
    if (plan.parts().stream().anyMatch(part -> !part.isWanted())) {
      SplitPlan wanted = plan.conversion().map(moved::converted).orElse(moved);
      smaller = Stream.concat(smaller, Stream.of(wanted));
    }
    return smaller.filter(one -> !one.equals(plan)).map(one -> new SmallerPlan(one, all));
  }

  /// Without a half of the parts, a quarter, and so on, at all places.
  private static Stream<SmallerPlan> withFewerParts(SplitPlan plan) {
    int count = plan.partCount();
    return IntStream.iterate(Math.ceilDiv(count, 2), size -> size > 0, size -> size / 2)
        .boxed()
        .flatMap(
            size ->
                IntStream.iterate(0, from -> from < count, from -> from + size)
                    .mapToObj(from -> kept(plan, from, Math.min(count, from + size))))
        .filter(kept -> !kept.isEmpty() && kept.size() < count)
        .map(kept -> rebuilt(plan, plan.shape().extents(), plan.axis(), kept, plan.lengths()));
  }

  private static List<Integer> kept(SplitPlan plan, int from, int to) {
    return IntStream.range(0, plan.partCount()).filter(i -> i < from || i >= to).boxed().toList();
  }

  private static List<Integer> all(SplitPlan plan) {
    return kept(plan, 0, 0);
  }

  /// Without an axis that nothing is along.
  private static Stream<SmallerPlan> withFewerAxes(SplitPlan plan) {
    Shape shape = plan.shape();
    return IntStream.range(0, shape.rank())
        .filter(axis -> axis != plan.axis() && shape.extent(axis) == 1)
        .mapToObj(
            without -> {
              long[] extents =
                  IntStream.range(0, shape.rank())
                      .filter(i -> i != without)
                      .mapToLong(shape::extent)
                      .toArray();
              int axis = plan.axis() - (without < plan.axis() ? 1 : 0);
              return rebuilt(plan, extents, axis, all(plan), plan.lengths());
            });
  }

  /// With a shorter axis that is not split.
  private static Stream<SmallerPlan> withLessBesides(SplitPlan plan) {
    return IntStream.range(0, plan.shape().rank())
        .filter(axis -> axis != plan.axis())
        .boxed()
        .flatMap(
            axis ->
                less(plan.shape().extent(axis), 1)
                    .mapToObj(
                        extent -> {
                          long[] extents = plan.shape().extents();
                          extents[axis] = extent;
                          return rebuilt(plan, extents, plan.axis(), all(plan), plan.lengths());
                        }));
  }

  /// With no part longer than some length: what is stacked has parts that are alike.
  private static Stream<SmallerPlan> withAllPartsShorter(SplitPlan plan) {
    long longest = LongStream.of(plan.lengths()).max().orElse(0);
    return less(longest, 0)
        .mapToObj(
            most -> {
              long[] lengths =
                  LongStream.of(plan.lengths()).map(length -> Math.min(length, most)).toArray();
              return rebuilt(plan, plan.shape().extents(), plan.axis(), all(plan), lengths);
            });
  }

  /// With a part that is shorter.
  private static Stream<SmallerPlan> withShorterParts(SplitPlan plan) {
    return IntStream.range(0, plan.partCount())
        .boxed()
        .flatMap(
            part ->
                less(plan.part(part).length(), 0)
                    .mapToObj(
                        length -> {
                          long[] lengths = plan.lengths();
                          lengths[part] = length;
                          return rebuilt(
                              plan, plan.shape().extents(), plan.axis(), all(plan), lengths);
                        }));
  }

  /// Numbers that are less than one, those first that are much less.
  private static LongStream less(long than, long least) {
    return LongStream.of(least, 1, than / 8, than / 2, than - 8, than - 1)
        .filter(number -> number >= least && number < than)
        .distinct();
  }

  /// @param kept the parts of the plan that are left
  /// @param lengths of all parts of the plan
  private static SmallerPlan rebuilt(
      SplitPlan plan, long[] extents, int axis, List<Integer> kept, long[] lengths) {
    long[] left = kept.stream().mapToLong(i -> lengths[i]).toArray();
    long[] shape = extents.clone();
    shape[axis] = LongStream.of(left).sum();
    SplitPlan smaller = SplitPlan.byLengths(Shape.of(shape), plan.type(), axis, left);
    int[] parts = kept.stream().mapToInt(i -> i).toArray();
    if (plan.conversion().isPresent()) {
      smaller = smaller.converted(plan.conversion().get().ofParts(parts));
    }
    int[] unwanted =
        IntStream.range(0, parts.length).filter(i -> !plan.part(parts[i]).isWanted()).toArray();
    return new SmallerPlan(smaller.without(unwanted), Collections.unmodifiableList(kept));
  }

  /// What of a list about the parts is left.
  <T> List<T> of(List<T> parts) {
    List<T> left = new ArrayList<>();
    kept.forEach(i -> left.add(parts.get(i)));
    return left;
  }
}

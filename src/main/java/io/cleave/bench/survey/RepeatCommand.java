package io.cleave.bench.survey;

import io.cleave.bench.Subject;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// The command that measures one subject alone.
final class RepeatCommand {
  private RepeatCommand() {}

  static String of(Subject subject) {
    SplitPlan plan = subject.plan();
    return "cleave bench --shape %s --type %s --axis %s %s --memory %s"
        .formatted(
            list(plan.shape().extents()),
            plan.type(),
            plan.axis(),
            cut(plan.lengths()),
            subject.memory());
  }

  private static String cut(long[] lengths) {
    return Arrays.stream(lengths).distinct().count() == 1
        ? "--equal " + lengths.length
        : "--lengths " + list(lengths);
  }

  private static String list(long[] numbers) {
    return LongStream.of(numbers).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }
}

package io.cleave.cli;

import io.cleave.bench.Subject;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options that describe a split of the user's own: all of them, or none.
final class OwnSubject {
  @Option(
      names = "--shape",
      paramLabel = "A,B,...",
      description = "A tensor of your own: its shape.")
  private @Nullable String shape;

  @Option(
      names = "--type",
      paramLabel = "T",
      completionCandidates = TypeNames.class,
      description = "Its element type: f32, u4, boolean, ...")
  private @Nullable String type;

  @Option(
      names = "--axis",
      paramLabel = "N",
      description = "The axis to split, from 0; -1 is the last one.")
  private @Nullable Long axis;

  @ArgGroup private @Nullable CutWay way;

  /// What is split, if it was said.
  Optional<Subject> subject() {
    if (shape != null && type != null && axis != null && way != null) {
      Shape parsed = Shape.parse(shape);
      return Optional.of(new Subject("own", "", way.plan(parsed, ElementType.parse(type), axis)));
    }
    if (shape != null || type != null || axis != null || way != null) {
      throw new IllegalArgumentException(
          "a split of your own needs --shape, --type, --axis and one of --lengths --equal"
              + " --nearly-equal --chunks-of --at");
    }
    return Optional.empty();
  }
}

package io.cleave.opencl.route;

import io.cleave.backend.RouteName;
import java.util.ArrayList;
import java.util.List;

/// A route that may suit a job best, and why.
///
/// @param name the route
/// @param reason why
record AutoChoice(RouteName name, String reason) {
  /// Where streaming stores begin to be expected to pay. On two machines with PoCL 3.1 and Intel's
  /// they lose a third at 2 MiB, and gain up to a half, or lose a tenth, at 32 MiB.
  private static final long STREAMED = 16L << 20;

  /// A compilation takes .05 to .5 s (Intel's, PoCL 3.1), and saves 1 to 5 ns for each run that is
  /// shorter than [#SHORT_RUN]. With so many runs that is some ms at each call; fewer are not worth
  /// it unless it is known that many calls follow.
  private static final long WORTH_COMPILING = 1L << 20;

  private static final long SHORT_RUN = 128;

  /// So few lines, at some 9 ms each, take no longer to compile than what is known to be worth it
  /// (PoCL 3.1, Sapphire Rapids: see [io.cleave.opencl.route.DrawnLines]).
  private static final long FEW_LINES = 8;

  /// A plain copy is what a driver does best, but it is a command for each part.
  private static final int FEW = 8;

  /// A command costs 3 to 4 us in a queue (PoCL 3.1), in which a GPU moves a few MiB.
  private static final long WORTH_COPYING = 1L << 20;

  /// Routes that fit, each with its reason to be tried, the one expected best first.
  static List<AutoChoice> of(Job job) {
    return job.isOnCpu() ? onCpu(job) : onGpu(job);
  }

  /// The same for a plan that converts.
  static List<AutoChoice> ofConverted(Job job) {
    if (!job.isOnCpu()) {
      return List.of(new AutoChoice(RouteName.FUSED, "one launch for any number of parts"));
    }
    List<AutoChoice> choices = new ArrayList<>();
    choices.add(new AutoChoice(RouteName.FUSED, "each element is read once and written once"));
    if (job.parts().size() <= FEW) {
      choices.add(new AutoChoice(RouteName.PER_PART, "at most %s launches".formatted(FEW)));
    }
    return choices;
  }

  private static List<AutoChoice> onCpu(Job job) {
    if (job.countsBits()) {
      return List.of(new AutoChoice(RouteName.BITS, "a part begins or ends within a byte"));
    }
    StreamedRoute streamed = new StreamedRoute();
    boolean streams = streamed.refusal(job).isEmpty();
    boolean compiles = job.facts().clang() && new CompiledRoute(false).refusal(job).isEmpty();
    long runs = job.rows() * job.parts().size();
    boolean known = runs >= WORTH_COMPILING && job.bytes() / runs < SHORT_RUN;
    boolean large = job.bytes() >= STREAMED;
    boolean soon = streams && streamed.mostLines(job).orElse(Long.MAX_VALUE) <= FEW_LINES;
    List<AutoChoice> choices = new ArrayList<>();
    AutoChoice compiled =
        new AutoChoice(
            RouteName.COMPILED,
            known
                ? "%s runs or more, of less than %s bytes on average"
                    .formatted(WORTH_COMPILING, SHORT_RUN)
                : "runs that a compiler may know");
    AutoChoice stream =
        new AutoChoice(
            RouteName.STREAMED,
            "%s or more leave the caches anyway".formatted(Bytes.text(STREAMED)));
    AutoChoice fused = new AutoChoice(RouteName.FUSED, "one launch that is never compiled again");
    boolean early = streams && large && (known || soon || !streamed.compiles(job));
    if (early) {
      choices.add(stream);
    }
    if (compiles && known) {
      choices.add(compiled);
    }
    choices.add(fused);
    if (compiles && !known) {
      choices.add(compiled);
    }
    if (streams && !early) {
      choices.add(stream);
    }
    if (job.parts().size() <= FEW) {
      choices.add(new AutoChoice(RouteName.PER_PART, "at most %s launches".formatted(FEW)));
    }
    return choices;
  }

  private static List<AutoChoice> onGpu(Job job) {
    AutoChoice fused = new AutoChoice(RouteName.FUSED, "one launch for any number of parts");
    if (job.parts().size() <= FEW
        && job.parts().stream().allMatch(part -> isLongPiece(job, part))) {
      return List.of(
          new AutoChoice(
              RouteName.COPIES,
              "at most %s parts, each one piece of %s or more"
                  .formatted(FEW, Bytes.text(WORTH_COPYING))),
          fused);
    }
    return List.of(fused);
  }

  private static boolean isLongPiece(Job job, Stretch part) {
    return job.isContiguous(part) && job.bytes(part) >= WORTH_COPYING;
  }
}

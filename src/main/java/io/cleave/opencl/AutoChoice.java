package io.cleave.opencl;

import io.cleave.backend.RouteName;
import java.util.Optional;

/// The route that suits a job best, and why.
///
/// @param name the route
/// @param reason why
record AutoChoice(RouteName name, String reason) {
  /// Runs that are shorter on average than this gain from a program of their own (PoCL 3.1, 2
  /// cores, in fractions of a streaming copy: runs of 4 to 32 bytes 0.29 -> 0.75, of 1 byte 0.02 ->
  /// 0.8, of 7 to 60 bytes 0.38 -> 0.66, of 12 bytes 0.16 -> 0.48; runs of 324 bytes and more come
  /// out even).
  private static final long SHORT_RUN = 128;

  /// A compilation takes 0.1 to 0.5 s, and saves most of the 2 to 5 ns that a short run costs in
  /// tiles (PoCL 3.1, 2 cores). With so many runs that is 2 ms at each call; fewer are not worth
  /// it.
  private static final long WORTH_COMPILING = 1L << 20;

  /// A plain copy is what a driver does best, but it is a command for each part.
  private static final int FEW = 8;

  /// A command costs 3 to 4 us in a queue (PoCL 3.1), in which a GPU moves a few MiB.
  private static final long WORTH_COPYING = 1L << 20;

  /// Weighs what suits the kind of device.
  static AutoChoice of(Job job) {
    return job.isOnCpu() ? onCpu(job) : onGpu(job);
  }

  private static AutoChoice onCpu(Job job) {
    if (job.countsBits()) {
      return new AutoChoice(RouteName.BITS, "a part begins or ends within a byte");
    }
    return againstShortRows(job)
        .map(why -> new AutoChoice(RouteName.FUSED, why))
        .orElseGet(
            () ->
                new AutoChoice(
                    RouteName.SHORT_ROWS,
                    "%s runs or more, of less than %s bytes on average"
                        .formatted(WORTH_COMPILING, SHORT_RUN)));
  }

  /// Why a program for this very geometry does not pay, if so.
  private static Optional<String> againstShortRows(Job job) {
    long runs = job.rows() * job.parts().size();
    if (job.bytes() / runs >= SHORT_RUN) {
      return Optional.of("runs of %s bytes or more on average".formatted(SHORT_RUN));
    }
    if (runs < WORTH_COMPILING) {
      return Optional.of("fewer than %s runs".formatted(WORTH_COMPILING));
    }
    if (!job.quirks().clangForCpu()) {
      return Optional.of("a program for one geometry is only known to pay on PoCL");
    }
    return new ShortRowRoute().refusal(job);
  }

  private static AutoChoice onGpu(Job job) {
    if (job.parts().size() <= FEW
        && job.parts().stream().allMatch(part -> isLongPiece(job, part))) {
      return new AutoChoice(
          RouteName.COPIES,
          "at most %s parts, each one piece of %s or more"
              .formatted(FEW, Bytes.text(WORTH_COPYING)));
    }
    return new AutoChoice(RouteName.GPU, "one launch for any number of parts");
  }

  private static boolean isLongPiece(Job job, Stretch part) {
    return job.isContiguous(part) && job.bytes(part) >= WORTH_COPYING;
  }
}

package io.cleave.opencl.route;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// All parts in one launch whose stores bypass the caches: compiled for the geometry where runs are
/// short, in tiles where they are not.
final class StreamedRoute implements RoutePlanner {
  /// Runs that are longer on average gain nothing by being gathered in a stage (PoCL 3.1, 2 cores,
  /// Zen 5, 32 MiB, two runs of 64: 0.76 of a copy and 0.72 to 0.77; eight of 80: 0.44 and 0.77).
  private static final long SHORT_RUN = 80;

  private final RoutePlanner compiled = new CompiledRoute(true);
  private final RoutePlanner tiles = new TileRoute(true);

  @Override
  public Optional<String> refusal(Job job) {
    return tiles.refusal(job);
  }

  /// Whether a job gets a program of its own.
  boolean compiles(Job job) {
    if (!compiled.refusal(job).isEmpty()) {
      return false;
    }
    long runs = job.rows() * job.parts().size();
    return job.bytes() / runs <= SHORT_RUN || mostLines(job).isPresent();
  }

  /// The most lines that one of the programs for a job writes out, if all make lines in registers.
  OptionalLong mostLines(Job job) {
    long most = 0;
    for (CompiledShape shape : CompiledShape.of(job, true)) {
      if (shape.lines().isEmpty()) {
        return OptionalLong.empty();
      }
      most = Math.max(most, shape.lines().getAsLong());
    }
    return OptionalLong.of(most);
  }

  @Override
  public List<Launch> launches(Job job) {
    return compiles(job) ? compiled.launches(job) : tiles.launches(job);
  }
}

package io.cleave.opencl.route;

import io.cleave.opencl.route.job.Job;
import io.cleave.opencl.route.launch.Launch;
import java.util.List;
import java.util.Optional;

/// What a GPU gets: one launch for all parts of whatever geometry.
final class GpuRoute implements RoutePlanner {
  private final RoutePlanner words = new WordRoute();
  private final RoutePlanner local = new LocalRoute();

  @Override
  public Optional<String> refusal(Job job) {
    return Optional.empty();
  }

  @Override
  public List<Launch> launches(Job job) {
    if (words.refusal(job).isEmpty()) {
      return words.launches(job);
    }
    RoutePlanner planner = local.refusal(job).<RoutePlanner>map(BitRoute::new).orElse(local);
    return planner.launches(job);
  }
}

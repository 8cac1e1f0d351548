package io.cleave.opencl.route;

import java.util.List;

/// One launch for all parts, of the kernel that suits device and geometry.
final class FusedRoute implements RoutePlanner {
  private final RoutePlanner tiles = new TileRoute(false);
  private final RoutePlanner bits = new BitRoute();
  private final RoutePlanner words = new WordRoute();
  private final RoutePlanner local = new LocalRoute();

  @Override
  public List<Launch> launches(Job job) {
    return planner(job).launches(job);
  }

  private RoutePlanner planner(Job job) {
    if (job.isOnCpu()) {
      return job.countsBits() ? bits : tiles;
    }
    return words.refusal(job).isEmpty()
        ? words
        : local.refusal(job).<RoutePlanner>map(BitRoute::new).orElse(local);
  }
}

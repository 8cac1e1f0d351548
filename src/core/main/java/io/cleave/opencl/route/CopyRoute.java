package io.cleave.opencl.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A plain buffer copy for each part, by the driver's own means.
final class CopyRoute implements RoutePlanner {
  @Override
  public Optional<String> refusal(Job job) {
    for (Stretch part : job.parts()) {
      if (!job.isContiguous(part)) {
        return Optional.of(
            "plain copies take parts that are one piece of the data, and part %s is %s in each of %s rows"
                .formatted(part.part(), job.length(part.run()), job.rows()));
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Launch> launches(Job job) {
    List<Launch> launches = new ArrayList<>(job.parts().size());
    for (Stretch part : job.parts()) {
      long from = job.dataAt() + part.from();
      launches.add(
          new Launch.Copy(part.part(), from, part.to(), job.bytes(part), "one piece of the data"));
    }
    return launches;
  }
}

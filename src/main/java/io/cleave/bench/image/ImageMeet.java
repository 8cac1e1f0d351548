package io.cleave.bench.image;

import io.cleave.bench.Effort;
import io.cleave.bench.Entrant;
import io.cleave.bench.OutputPool;
import io.cleave.bench.Race;
import io.cleave.bench.Subject;
import java.util.List;

/// Races for one image after the other. Used by one thread.
public final class ImageMeet {
  private final Race one;
  private final Race all;

  /// @param one those who use one thread
  /// @param all those who use all they want
  /// @param pool where those of them write who use it
  public ImageMeet(List<Entrant> one, List<Entrant> all, OutputPool pool, Effort effort) {
    this.one = new Race(one, pool, effort);
    this.all = new Race(all, pool, effort);
  }

  /// Both heats of one image.
  public ImageHeats run(Subject subject) {
    return new ImageHeats(one.run(subject), all.run(subject));
  }
}

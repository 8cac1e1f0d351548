package io.cleave.fuzz;

import io.cleave.tune.TuningFixture;
import java.io.IOException;
import java.nio.file.Path;

/// What `cleave tune` keeps. It is never refused: a line that is damaged is dropped.
final class RecordsTarget implements FuzzTarget {
  private final TuningFixture records;

  RecordsTarget(Path folder) {
    this.records = new TuningFixture(folder);
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    return records.read(input) > 0;
  }
}

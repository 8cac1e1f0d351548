package io.cleave;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;

/// A launch for each part.
class OclgrindPartByPartIT extends OclgrindTwin {
  @Override
  protected Splitter open() {
    return onAGpu(RouteName.PER_PART);
  }
}

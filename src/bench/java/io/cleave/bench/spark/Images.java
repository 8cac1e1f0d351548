package io.cleave.bench.spark;

/// x
final class Images {
  static final int SIDE = 224;

  private Images() {}
}

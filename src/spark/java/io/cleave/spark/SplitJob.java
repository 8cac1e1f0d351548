package io.cleave.spark;

/// Placeholder.
final class SplitJob {
  private SplitJob() {}
}

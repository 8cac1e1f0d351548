package io.cleave.ir;

/// How many outputs of a model's splits are listed that its file has no ports for: a few of each
/// split, and of all together no more than one split of a real model has. Outputs with ports are
/// paid for by the text of the file; of the others, a few bytes could ask for millions.
///
/// Not safe for use by many threads.
final class Surplus {
  /// Of each split, whatever the others took.
  static final int FEW = 16;

  private int left = Inference.MAX_LENGTHS;

  /// The most outputs that are listed of the next split.
  ///
  /// @param ports how many the file has for it
  int most(int ports) {
    return ports + Math.max(FEW, left);
  }

  /// Counts what was listed.
  void take(int outputs) {
    left = Math.max(0, left - Math.max(0, outputs));
  }
}

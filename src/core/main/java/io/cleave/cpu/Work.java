package io.cleave.cpu;

/// A split cut into pieces that can be done in any order, by any thread.
public interface Work {
  /// How many pieces there are.
  long pieces();

  /// Does one piece, counted from 0.
  void carryOut(long piece);
}

package io.cleave.plan;

/// Order in which elements narrower than a byte fill their bytes.
public enum BitOrder {
  /// The first element takes the least significant bits: `u4 [1, 2, 3]` is `21 03`.
  LEAST_SIGNIFICANT_FIRST,
  /// The first element takes the most significant bits: `u1 [1, 0, 1, 1, 0, 0, 0, 0, 1]` is `B0
  /// 80`.
  MOST_SIGNIFICANT_FIRST
}

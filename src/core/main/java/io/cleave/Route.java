package io.cleave;

import java.util.Locale;

/// How a device carries a plan out.
public enum Route {
  /// The route that is expected or measured to be the fastest.
  AUTO,
  /// A plain buffer copy for each part.
  COPIES,
  /// A kernel launch for each part.
  PER_PART,
  /// One kernel launch for all parts.
  FUSED,
  /// One kernel launch for all parts, compiled for the very geometry.
  COMPILED,
  /// One kernel launch for all parts, whose stores bypass the caches.
  STREAMED,
  /// One kernel launch for all parts that counts bits.
  BITS;

  /// The name as an option spells it: `per-part`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

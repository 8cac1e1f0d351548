package io.cleave.bench;

/// How fast one contender was in one heat.
///
/// @param role what it took part as
/// @param label what it is called
/// @param seconds what one split took, the best of several
/// @param bytes what the tensor holds
public record Measurement(Role role, Label label, double seconds, long bytes) {
  /// Billions of bytes read and written in a second.
  public double gigabytesPerSecond() {
    return 2.0 * bytes / seconds / 1e9;
  }
}

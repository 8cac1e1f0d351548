package io.cleave.bench;

/// How fast one contender was in one heat.
///
/// @param role what it took part as
/// @param label what it is called
/// @param seconds what one split took, the best of several
/// @param median what one split took in the median of the turns
/// @param bytes what the tensor holds
/// @param way the way it had come to do it, or empty, see [Run#way()]
public record Measurement(
    Role role, Label label, double seconds, double median, long bytes, String way) {
  /// Of one who has but one way, and was timed once.
  public Measurement(Role role, Label label, double seconds, long bytes) {
    this(role, label, seconds, seconds, bytes, "");
  }

  /// Billions of bytes read and written in a second.
  public double gigabytesPerSecond() {
    return 2.0 * bytes / seconds / 1e9;
  }
}

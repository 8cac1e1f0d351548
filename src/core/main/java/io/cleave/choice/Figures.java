package io.cleave.choice;

import java.util.Locale;

/// How one candidate did. An immutable value.
///
/// @param name the candidate
/// @param revision of what code and driver
/// @param nanosPerByte the least that a turn took for a byte of the data; infinite if it took none
/// @param median its time as a fraction of the expected candidate's, in the median of all rounds
/// @param rounds how many rounds it was in
/// @param remark how it stands, in a few words
public record Figures(
    String name, String revision, double nanosPerByte, double median, int rounds, String remark) {
  /// `pocl compiled: faster, 0.61 of the expected one's time in 8 rounds, 42.1 GB/s at best`
  @Override
  public String toString() {
    String figures =
        rounds == 0
            ? ""
            : String.format(
                Locale.ROOT, ", %.2f of the expected one's time in %s rounds", median, rounds);
    String rate =
        Double.isInfinite(nanosPerByte)
            ? ""
            : String.format(Locale.ROOT, ", %.1f GB/s at best", 2 / nanosPerByte);
    return name + ": " + remark + figures + rate;
  }
}

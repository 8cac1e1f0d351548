package io.cleave.tune;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/// Names of kinds of splits, under which results are stored. A name has the runs of a row, and
/// instead of the number of rows only the power of two of the bytes.
final class TuningKey {
  /// Longer lists of runs end in a checksum.
  private static final int MOST_SHOWN = 80;

  private TuningKey() {}

  /// `host: 35 bytes of 16, 16, skip 3; 32 MiB`
  ///
  /// @param splitter what the candidates belong to: a device's name, or `host`
  static String of(String splitter, SplitPlan plan) {
    String unit = plan.unit() == Unit.BIT ? "bits" : "bytes";
    return "%s: %s %s of %s%s; %s"
        .formatted(splitter, plan.row(), unit, runs(plan), conversion(plan), octave(plan.bytes()));
  }

  private static String runs(SplitPlan plan) {
    String runs = plan.parts().stream().map(TuningKey::run).collect(Collectors.joining(", "));
    if (runs.length() <= MOST_SHOWN) {
      return runs;
    }
    CRC32C sum = new CRC32C();
    sum.update(runs.getBytes(StandardCharsets.UTF_8));
    return "%s... (%08x)".formatted(runs.substring(0, MOST_SHOWN), sum.getValue());
  }

  private static String run(Part part) {
    return (part.isWanted() ? "" : "skip ") + part.run();
  }

  /// `, u8 to f16 by Affine`: the numbers of a rule do not matter.
  private static String conversion(SplitPlan plan) {
    return plan.conversion()
        .map(
            conversion ->
                ", %s to %s by %s"
                    .formatted(
                        plan.type(),
                        conversion.target(),
                        conversion.rule(0).getClass().getSimpleName()))
        .orElse("");
  }

  /// The power of two at or below a number of bytes: `32 MiB` for 32 to 63.9.
  private static String octave(long bytes) {
    long octave = Long.highestOneBit(bytes);
    return octave >= 1L << 20 ? (octave >> 20) + " MiB" : (octave >> 10) + " KiB";
  }
}

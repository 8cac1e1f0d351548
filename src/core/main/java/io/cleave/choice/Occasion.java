package io.cleave.choice;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/// Tuning key: plans of equal keys are split by the same candidate. It names runs, but not rows: of
/// these only how many bytes they make, by powers of two.
///
/// @param text as in the tuning file: `host: 12000 bytes of 1000 x 12; 32 MiB; native memory`
/// @param names the candidates; the same split among other candidates is measured anew
record Occasion(String text, List<String> names) {
  /// Runs are written down until there are so many different ones in a row; of all others together
  /// there is a checksum.
  private static final int MOST_RUNS = 8;

  /// @param field where the candidates come from
  /// @param memory what kind of memory it is, in words
  static Occasion of(
      String field, SplitPlan plan, String memory, List<? extends Named> candidates) {
    String text = "%s: %s; %s; %s".formatted(field, geometry(plan), octave(plan.bytes()), memory);
    return new Occasion(text, candidates.stream().map(Named::name).toList());
  }

  private static String geometry(SplitPlan plan) {
    String unit = plan.unit() == Unit.BIT ? "bits" : "bytes";
    return "%s %s of %s%s".formatted(plan.row(), unit, runs(plan), conversion(plan));
  }

  /// `, u8 to f16 by Affine`: what the values are does not matter.
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

  /// `2 x 16, 32, skip 8, 4`
  private static String runs(SplitPlan plan) {
    StringBuilder text = new StringBuilder();
    CRC32C rest = new CRC32C();
    int groups = 0;
    int count = plan.partCount();
    for (int i = 0; i < count; ) {
      int behind = i + 1;
      while (behind < count && isAlike(plan, i, behind)) {
        behind++;
      }
      String group = group(plan.part(i), behind - i);
      if (groups < MOST_RUNS) {
        text.append(groups == 0 ? "" : ", ").append(group);
      } else {
        rest.update(group.getBytes(StandardCharsets.UTF_8));
        rest.update(',');
      }
      groups++;
      i = behind;
    }
    if (groups > MOST_RUNS) {
      text.append(", %s more (%08x)".formatted(groups - MOST_RUNS, rest.getValue()));
    }
    return text.toString();
  }

  private static boolean isAlike(SplitPlan plan, int one, int other) {
    return plan.part(one).run() == plan.part(other).run()
        && plan.part(one).isWanted() == plan.part(other).isWanted();
  }

  private static String group(Part part, int count) {
    String skip = part.isWanted() ? "" : "skip ";
    return count == 1 ? skip + part.run() : "%s%s x %s".formatted(skip, count, part.run());
  }

  /// The power of two up to which the bytes of the data reach: `32 MiB` for 32 to 63.9.
  private static String octave(long bytes) {
    long octave = Long.highestOneBit(Math.max(1, bytes));
    if (octave >= 1L << 30) {
      return (octave >> 30) + " GiB";
    }
    return octave >= 1L << 20 ? (octave >> 20) + " MiB" : (octave >> 10) + " KiB";
  }

  @Override
  public String toString() {
    return text;
  }
}

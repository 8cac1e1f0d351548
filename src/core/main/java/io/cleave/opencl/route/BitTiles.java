package io.cleave.opencl.route;

import java.util.Arrays;
import java.util.List;

/// What each work-group of `split_bits` makes: some words of one part.
public final class BitTiles {
  /// The table must stay below 2 GiB, at 8 bytes each.
  private static final long MOST = 1 << 27;

  /// A tile's place and its number in one `long`, to be sorted without objects: there may be
  /// millions.
  private static final int NUMBER_BITS = 27;

  private final OutputGroup group;

  /// The bits of a part that a work-group makes.
  private final long bits;

  /// The first tile of each part, and the number of all as the last element.
  private final int[] firsts;

  /// @param words of 64 bits that a work-group makes
  public BitTiles(OutputGroup group, long words) {
    this.group = group;
    this.bits = words * Long.SIZE;
    this.firsts = firsts();
  }

  private int[] firsts() {
    List<Stretch> parts = group.parts();
    int[] counts = new int[parts.size() + 1];
    long sum = 0;
    for (int n = 0; n < parts.size(); n++) {
      sum += tiles(parts.get(n));
      if (sum > MOST) {
        throw new IllegalArgumentException(
            "a table holds at most %s tiles of %s; split fewer rows at a time"
                .formatted(MOST, Bytes.text(bits / Byte.SIZE)));
      }
      counts[n + 1] = (int) sum;
    }
    return counts;
  }

  private long tiles(Stretch part) {
    long words = Math.ceilDiv(group.job().bytes(part) + lead(part.to()), Long.BYTES);
    // Not in bits: those of the largest part have no room for a lead.
    return Math.ceilDiv(words, bits / Long.SIZE);
  }

  /// The most bytes that may lie between the last multiple of 64 and the part's address.
  private static long lead(long to) {
    return to % Placement.ALIGNMENT + TileShape.LINE - Placement.ALIGNMENT;
  }

  /// How many work-groups there are.
  public int count() {
    return firsts[firsts.length - 1];
  }

  /// For each work-group its part and its tile of that part, in the order of the rows they read: a
  /// row that several parts share then comes from memory once.
  public Table table() {
    long[] order = order();
    int[] table = new int[2 * order.length];
    for (int i = 0; i < order.length; i++) {
      int number = (int) (order[i] & (1L << NUMBER_BITS) - 1);
      int part = partOf(number);
      table[2 * i] = part;
      table[2 * i + 1] = number - firsts[part];
    }
    return Table.ofInts(table);
  }

  private int partOf(int number) {
    int found = Arrays.binarySearch(firsts, number);
    // Parts always have tiles, so that no two begin at the same one.
    return found >= 0 ? found : -found - 2;
  }

  /// The numbers of all tiles below the rows where they begin, sorted.
  private long[] order() {
    long[] order = new long[count()];
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(rows()) - (63 - NUMBER_BITS));
    List<Stretch> parts = group.parts();
    for (int n = 0; n < parts.size(); n++) {
      long run = parts.get(n).run();
      for (int number = firsts[n]; number < firsts[n + 1]; number++) {
        long row = (number - firsts[n]) * bits / run;
        order[number] = row >> shift << NUMBER_BITS | number;
      }
    }
    Arrays.sort(order);
    return order;
  }

  /// No tile begins behind this row.
  private long rows() {
    return group.job().rows() + bits + TileShape.LINE * Byte.SIZE;
  }
}

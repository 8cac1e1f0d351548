package io.cleave.opencl.route;

import java.util.Arrays;
import java.util.List;

/// Launches of `split_bits`: each part is put together word by word from as many runs as it takes.
/// Fits everything, bytes too.
final class BitKernel {
  /// Words that a thread makes in a stage and stores as whole lines (PoCL 3.1, 2 cores).
  private static final int STAGED_CHUNK = 1024;

  private static final int CHUNK = 256;

  /// The table must stay below 2 GiB, at 8 bytes each.
  private static final long MOST_TILES = 1 << 27;

  /// The bits of a tile's number in a `long` that also holds its row, to be sorted without objects:
  /// there may be millions.
  private static final int NUMBER_BITS = 27;

  private final OutputGroup group;

  /// The bits of a part that a work-group makes.
  private final long bits;

  /// The first tile of each part, and the number of all as the last element.
  private final int[] firsts;

  private BitKernel(OutputGroup group, long words) {
    this.group = group;
    this.bits = words * Long.SIZE;
    this.firsts = firsts();
  }

  /// As few launches as the outputs allow.
  ///
  /// @param reason why this kernel
  static List<Launch> launches(Geometry geometry, String reason) {
    return OutputGroup.of(geometry.inBits()).stream().map(group -> launch(group, reason)).toList();
  }

  private static Launch launch(OutputGroup group, String reason) {
    Geometry geometry = group.geometry();
    DeviceInfo device = geometry.device();
    int chunk = device.isCpu() ? device.clang() ? STAGED_CHUNK : CHUNK : 1;
    BitKernel tiles = new BitKernel(group, (long) device.groupSize() * chunk);
    return new KernelCall("split_bits", group)
        .flag("MSB_FIRST", geometry.isMsbFirst())
        .define("GROUP", device.groupSize())
        .define("CHUNK", chunk)
        .flag("STREAMING", device.clang())
        .tables(group.pieces(), tiles.table())
        .numbers(geometry.dataAt(), geometry.dataEnd(), geometry.pitch(), geometry.rows())
        .over(1, tiles.count(), device.groupSize(), reason);
  }

  private int[] firsts() {
    List<Run> runs = group.runs();
    int[] counts = new int[runs.size() + 1];
    long sum = 0;
    for (int n = 0; n < runs.size(); n++) {
      sum += tiles(runs.get(n));
      if (sum > MOST_TILES) {
        throw new IllegalArgumentException(
            "a table holds at most %s tiles of %s; split fewer rows at a time"
                .formatted(MOST_TILES, Geometry.text(bits / Byte.SIZE)));
      }
      counts[n + 1] = (int) sum;
    }
    return counts;
  }

  private long tiles(Run run) {
    // The most bytes between the last multiple of 64 and the part's address.
    long lead = run.to() % Placement.ALIGNMENT + TileKernel.LINE - Placement.ALIGNMENT;
    long words = Math.ceilDiv(group.geometry().bytes(run) + lead, Long.BYTES);
    // Not in bits: those of the largest part have no room for a lead.
    return Math.ceilDiv(words, bits / Long.SIZE);
  }

  private int count() {
    return firsts[firsts.length - 1];
  }

  /// The part of each work-group and its tile of that part, in the order of the rows they read: a
  /// row that several parts share then comes from memory once.
  private Table table() {
    long[] order = order();
    int[] table = new int[2 * order.length];
    for (int i = 0; i < order.length; i++) {
      int number = (int) (order[i] & (1L << NUMBER_BITS) - 1);
      int found = Arrays.binarySearch(firsts, number);
      // Parts always have tiles, so that no two begin at the same one.
      int part = found >= 0 ? found : -found - 2;
      table[2 * i] = part;
      table[2 * i + 1] = number - firsts[part];
    }
    return Table.ofInts(table);
  }

  /// The numbers of all tiles below the rows where they begin, sorted.
  private long[] order() {
    long[] order = new long[count()];
    long rows = group.geometry().rows() + bits + TileKernel.LINE * Byte.SIZE;
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(rows) - (63 - NUMBER_BITS));
    for (int n = 0; n < group.runs().size(); n++) {
      long run = group.runs().get(n).length();
      for (int number = firsts[n]; number < firsts[n + 1]; number++) {
        long row = (number - firsts[n]) * bits / run;
        order[number] = row >> shift << NUMBER_BITS | number;
      }
    }
    Arrays.sort(order);
    return order;
  }
}

package io.cleave.opencl.route;

import io.cleave.opencl.route.Table.Piece;
import java.util.List;

/// How many work-items of a group share a piece, where all work from local memory.
///
/// @param group the work-items of a group, a power of two
/// @param step the bits of data that a work-item makes a word of
public record Lanes(int group, long step) {
  /// The fewest that share a piece: those that run in step on most GPUs.
  private static final int FEWEST = 32;

  /// As many as let the group finish first, more rather than fewer.
  ///
  /// @param rows of a tile
  public int of(Columns columns, long rows) {
    int best = group;
    long least = Long.MAX_VALUE;
    for (int lanes = group; lanes >= FEWEST; lanes /= 2) {
      int tried = lanes;
      long steps = columns.stream().mapToLong(column -> steps(column, rows, tried)).max().orElse(0);
      if (steps < least) {
        least = steps;
        best = lanes;
      }
    }
    return best;
  }

  /// The steps of the team that has most to do in a column.
  private long steps(List<Piece> column, long rows, int lanes) {
    long[] teams = new long[group / lanes];
    long most = 0;
    for (int p = 0; p < column.size(); p++) {
      long bits = rows * column.get(p).width();
      long sum = teams[p % teams.length] + Math.ceilDiv(bits, step * lanes);
      teams[p % teams.length] = sum;
      most = Math.max(most, sum);
    }
    return most;
  }
}

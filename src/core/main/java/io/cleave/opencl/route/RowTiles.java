package io.cleave.opencl.route;

import java.util.ArrayList;
import java.util.List;

/// Tiles of so many rows each, one for each work-group along a grid's second dimension.
///
/// @param rows of all tiles
/// @param height of one tile
public record RowTiles(long rows, long height) {
  /// So many launches are some minutes' work of a device, and terabytes: nothing that one has
  /// memory for.
  private static final long MOST_LAUNCHES = 1 << 16;

  /// NVIDIA grants so many work-groups along the second dimension.
  private static final long GPU_GROUPS_Y = 65_535;

  /// The number of tiles.
  public long count() {
    return Math.ceilDiv(rows, height);
  }

  /// What one launch takes where a device grants only so many work-groups: all rows, or as many as
  /// make that many tiles.
  ///
  /// @throws IllegalArgumentException if that takes too many launches
  public List<Band> bands(DeviceInfo device) {
    List<Band> bands = new ArrayList<>(1);
    long mostGroups = device.isCpu() ? Long.MAX_VALUE : GPU_GROUPS_Y;
    long most = count() <= mostGroups ? rows : mostGroups * height;
    if (rows / MOST_LAUNCHES > most) {
      throw new IllegalArgumentException(
          "%s rows take more than %s launches, of %s rows each; split fewer rows at a time"
              .formatted(rows, MOST_LAUNCHES, most));
    }
    for (long first = 0; first < rows; first += most) {
      bands.add(new Band(first, Math.min(most, rows - first), rows));
    }
    return bands;
  }

  /// Some of the rows.
  ///
  /// @param first the first of them
  /// @param count how many
  /// @param all of how many
  public record Band(long first, long count, long all) {
    /// `, rows 0 to 65534 of 70000`, or nothing where these are all rows.
    public String reason() {
      return count == all ? "" : ", rows %s to %s of %s".formatted(first, first + count - 1, all);
    }
  }
}

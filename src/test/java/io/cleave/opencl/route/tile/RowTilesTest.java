package io.cleave.opencl.route.tile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.opencl.route.job.Quirks;
import io.cleave.opencl.route.tile.RowTiles.Band;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowTilesTest {
  private static List<Band> bands(long rows, long height, long mostGroups) {
    return new RowTiles(rows, height).bands(new Quirks(false, 64, mostGroups, false, false, false));
  }

  @Test
  void asManyGroupsAsADeviceGrantsAreOneLaunch() {
    assertThat(bands(9, 3, 3)).containsExactly(new Band(0, 9, 9));
    assertThat(bands(10, 3, 3)).containsExactly(new Band(0, 9, 10), new Band(9, 1, 10));
  }

  @Test
  void bandsSayWhichRowsTheyAre() {
    assertThat(bands(16, 3, 3))
        .extracting(Band::reason)
        .containsExactly(", rows 0 to 8 of 16", ", rows 9 to 15 of 16");
    assertThat(bands(9, 3, 3)).extracting(Band::reason).containsExactly("");
  }

  @Test
  void tooManyLaunchesAreRefused() {
    assertThat(bands(1 << 16, 1, 1)).hasSize(1 << 16);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bands(1 << 17, 1, 1))
        .withMessage(
            "131072 rows take more than 65536 launches, of 1 rows each; split fewer rows at a"
                + " time");
  }
}

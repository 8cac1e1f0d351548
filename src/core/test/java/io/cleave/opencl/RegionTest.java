package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RegionTest {
  @Test
  void beginsAtByte0OrLater() {
    assertThat(Region.of("buffer")).isEqualTo(new Region<>("buffer", 0));
    assertThatThrownBy(() -> new Region<>("buffer", -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a region must begin at byte 0 or later, not -1");
  }
}

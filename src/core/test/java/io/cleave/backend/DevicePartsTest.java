package io.cleave.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DevicePartsTest {
  private final AtomicInteger releases = new AtomicInteger();

  private DeviceParts<String> parts(List<@Nullable String> handles) {
    return new DeviceParts<>(handles, List.of(0L, 128L), "whole", () -> releases.incrementAndGet());
  }

  @Test
  void handsOutWhatItHolds() {
    try (DeviceParts<String> parts = parts(Arrays.asList("first", null))) {
      assertThat(parts.parts()).containsExactly("first", null);
      assertThat(parts.offsets()).containsExactly(0L, 128L);
      assertThat(parts.whole()).isEqualTo("whole");
    }
  }

  @Test
  void isReleasedOnce() {
    DeviceParts<String> parts = parts(List.of("first", "second"));
    parts.close();
    parts.close();
    assertThat(releases).hasValue(1);
  }

  @Test
  void handsOutNothingThatWasReleased() {
    DeviceParts<String> parts = parts(List.of("first", "second"));
    parts.close();
    assertThatThrownBy(parts::whole).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(parts::parts).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void isNotReleasedUnderTheFeetOfACall() {
    DeviceParts<String> parts = parts(List.of("first", "second"));
    assertThatThrownBy(
            () ->
                parts.whileOpen(
                    () -> {
                      parts.close();
                      return parts;
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("in use by 1 call");
    assertThat(releases).hasValue(0);
    parts.close();
    assertThat(releases).hasValue(1);
  }

  @Test
  void aRegionBeginsAtByte0OrLater() {
    assertThat(Region.of("buffer")).isEqualTo(new Region<>("buffer", 0));
    assertThatThrownBy(() -> new Region<>("buffer", -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a region must begin at byte 0 or later, not -1");
  }
}

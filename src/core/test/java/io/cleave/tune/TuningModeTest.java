package io.cleave.tune;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// The mode that a user sets.
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class TuningModeTest {
  @AfterEach
  void restore() {
    System.clearProperty(TuningMode.PROPERTY);
  }

  @Test
  void isThatOfTheProperty() {
    assertThat(TuningMode.usualOr(TuningMode.FIXED)).isEqualTo(TuningMode.FIXED);
    System.setProperty("cleave.tuning", "measure");
    assertThat(TuningMode.usualOr(TuningMode.FIXED)).isEqualTo(TuningMode.MEASURE);
    System.setProperty("cleave.tuning", "\u001b[2J\u202e\ud800\n" + "x".repeat(1000));
    refuses(
        Splitter::open,
        "cleave.tuning \"?[2J???xxx",
        "xxx...\" is not known; use one of measure fixed");
  }
}

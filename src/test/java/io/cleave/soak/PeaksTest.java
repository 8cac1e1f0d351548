package io.cleave.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class PeaksTest {
  private static final int MIB = 1 << 20;

  @Test
  void theMostOfEachIsKept() throws IOException {
    Peaks peaks = new Peaks();
    peaks.see(70, 20);
    peaks.see(30, 90);
    peaks.see(50, 10);
    assertThat(peaks.report())
        .matches("at most \\| \\d+ MiB resident, \\d+ MiB on the heap, 70 files, 90 threads");
  }

  @Test
  void whatIsOpenAndRunsIsSeen() throws IOException {
    Peaks peaks = new Peaks();
    peaks.look();
    // Of each, every JVM has some.
    assertThat(peaks.report()).containsPattern(", [1-9]\\d* files, \\d\\d+ threads");
  }

  /// What system and JVM count may be late by some megabytes.
  @Test
  void whatWasGivenBackCounts() throws IOException {
    long most;
    try (Arena arena = Arena.ofConfined()) {
      arena.allocate(128L * MIB).fill((byte) 1);
      most = Census.status("VmRSS") << 10;
    }
    assertThat(Census.status("VmRSS") << 10).isLessThan(most - 64L * MIB);
    assertThat(Peaks.resident()).isGreaterThan(most - 16L * MIB);
  }

  @Test
  void theHeapBeforeACollectionCounts() {
    long before = Peaks.heap();
    byte[] large = new byte[32 * MIB];
    assertThat(large).hasSize(32 * MIB);
    assertThat(Peaks.heap()).isGreaterThanOrEqualTo(32L * MIB).isGreaterThanOrEqualTo(before);
  }
}

package io.cleave.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NativeMemoryTest {
  private static final NativeMemory TOLD =
      new NativeMemory(
          """
          Native Memory Tracking:

          (Omitting categories weighting less than 1KB)

          Total: reserved=7741070KB, committed=486722KB
                 malloc: 18202KB #54017, peak=28312KB #49005

          -                 Java Heap (reserved=6172672KB, committed=393216KB)
                                      (mmap: reserved=6172672KB, committed=393216KB, at peak)

          -                     Class (reserved=1048807KB, committed=1767KB)
                                      (    reserved=65536KB, committed=10880KB)

          -                      Code (reserved=249122KB, committed=8978KB)
          -                     Other (reserved=70034KB, committed=70034KB)
          -    Native Memory Tracking (reserved=965KB, committed=965KB)
          -        Shared class space (reserved=16384KB, committed=13908KB, readonly=0KB)
          """);

  @Test
  void theLargestCategoriesComeFirst() {
    assertThat(TOLD.largest(4))
        .containsExactly(
            "  384 MiB Java Heap",
            "   68 MiB Other",
            "   13 MiB Shared class space",
            "    8 MiB Code");
  }

  @Test
  void whatIsOutsideTheHeapIsTheRestOfTheTotal() {
    assertThat(TOLD.besidesHeap()).isEqualTo((486_722L - 393_216L) << 10);
  }

  @Test
  void nothingIsKnownWhereNothingIsTracked() {
    NativeMemory untracked = new NativeMemory("Native memory tracking is not enabled\n");
    assertThat(untracked.largest(5)).isEmpty();
    assertThat(untracked.besidesHeap()).isZero();
  }
}

package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Seeds;
import io.cleave.backend.Splitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// A whole tensor above 4 GiB, all of which is there: every byte of it goes to its part, whoever
/// splits. Parts are made one after the other, so that data and part together stay below 7 GiB.
@Timeout(600)
@EnabledOnOs(OS.LINUX)
abstract class DenseTensorContract {
  /// Slabs of 256 MiB begin beyond 4 GiB, too.
  private static final long BYTES = (9L << 29) + 1000;

  private static final long NEEDED_KIB = 8L << 20;

  /// Opens who splits.
  abstract Splitter open();

  /// What is to be found in the reasons for a route.
  abstract String reasonOfManyRows();

  /// The same for rows that a device cannot hold.
  abstract String reasonOfLongRows();

  @BeforeEach
  void needsMemory() throws IOException {
    assumeTrue(Seeds.rounds(0, 1) == 1, "takes 7 GiB; -Pthorough tries it");
    try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
      assumeTrue(
          lines
              .filter(line -> line.startsWith("MemAvailable:"))
              .anyMatch(line -> Long.parseLong(line.replaceAll("\\D", "")) >= NEEDED_KIB),
          "less than 8 GiB of memory are available");
    }
  }

  /// Short runs in half a billion rows.
  @Test
  void ofManyRowsIsSplit() {
    splits(
        SplitPlan.byLengths(Shape.of(BYTES / 7, 7), ElementType.U8, 1, 1, 2, 1, 3),
        reasonOfManyRows());
  }

  /// Runs of half a GiB.
  @Test
  void ofLongRowsIsSplit() {
    long row = BYTES / 3;
    splits(
        SplitPlan.byLengths(Shape.of(3, row), ElementType.U8, 1, row / 3, row / 3 + 5, -1),
        reasonOfLongRows());
  }

  private void splits(SplitPlan plan, String reason) {
    try (SparseMemory data = SparseMemory.allocate(plan.bytes());
        Splitter splitter = open()) {
      fill(data.memory());
      for (Part part : plan.parts()) {
        SplitPlan one = plan.only(part.index());
        assertThat(splitter.explain(one).reason()).contains(reason);
        splits(splitter, one, part.index(), data.memory());
      }
    }
  }

  /// Each word is a hash of its own place.
  private static void fill(MemorySegment data) {
    for (long at = 0; at + Long.BYTES <= data.byteSize(); at += Long.BYTES) {
      data.set(ValueLayout.JAVA_LONG, at, hash(at));
    }
  }

  private static long hash(long word) {
    return (word + 1) * 0x9E3779B97F4A7C15L;
  }

  private static void splits(Splitter splitter, SplitPlan plan, int index, MemorySegment data) {
    Part part = plan.part(index);
    try (SparseMemory made = SparseMemory.allocate(part.bytes())) {
      List<MemorySegment> parts = new ArrayList<>();
      plan.parts().forEach(one -> parts.add(one.isWanted() ? made.memory() : null));
      splitter.split(plan, data, parts);
      long row = plan.shape().volume() / plan.rows();
      long run = part.bytes() / plan.rows();
      long wrong = 0;
      for (long at = 0; at < part.bytes(); at++) {
        long from = at / run * row + part.start() + at % run;
        byte expected = data.get(ValueLayout.JAVA_BYTE, from);
        wrong += made.memory().get(ValueLayout.JAVA_BYTE, at) == expected ? 0 : 1;
      }
      assertThat(wrong).as("wrong bytes of %s", part).isZero();
    }
  }
}

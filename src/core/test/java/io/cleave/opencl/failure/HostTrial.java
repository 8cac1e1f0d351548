package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.NaiveConversion;
import io.cleave.backend.RouteName;
import io.cleave.conformance.NaiveSplit;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.TestSplitters;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// A split of host memory on a device in memory: how the splitter is opened, and what it splits.
/// Every byte is checked.
///
/// @param shares whether the device shares the host's memory
/// @param place where data and parts are
/// @param slabBytes how much it takes at once
/// @param work what is done
record HostTrial(boolean shares, Place place, RouteName route, long slabBytes, Work work) {
  enum Place {
    /// Native and aligned.
    ALIGNED,
    /// Native, but at an odd address.
    ODD,
    /// On the heap.
    HEAP;

    MemorySegment allocate(long bytes, Arena arena) {
      return switch (this) {
        case ALIGNED -> arena.allocate(bytes, 128);
        case ODD -> arena.allocate(bytes + 1, 128).asSlice(1, bytes);
        case HEAP -> MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
      };
    }
  }

  /// Something that is done with a splitter.
  @FunctionalInterface
  interface Work {
    void run(OpenClSplitter<FakeMemory, FakeEvent> splitter, Place place, Arena arena);
  }

  /// Splits into parts, of which the last is not asked for.
  static Work parts(SplitPlan plan) {
    return (splitter, place, arena) -> {
      MemorySegment data = data(plan, place, arena);
      List<@Nullable MemorySegment> parts = new ArrayList<>();
      for (Part part : plan.parts()) {
        parts.add(place.allocate(part.bytes(), arena));
      }
      parts.set(plan.partCount() - 1, null);
      splitter.split(plan, data, parts);
      for (Part part : plan.parts()) {
        MemorySegment memory = parts.get(part.index());
        if (memory != null) {
          assertThat(memory.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected(plan, part, data));
        }
      }
    };
  }

  /// Puts parts together.
  static Work stack(StackedPlan plan) {
    return (splitter, place, arena) -> {
      MemorySegment data = data(plan.slices(), place, arena);
      MemorySegment result = place.allocate(plan.bytes(), arena);
      splitter.split(plan, data, result);
      MemorySegment expected = arena.allocate(plan.bytes());
      try (CpuSplitter host = CpuSplitter.open(1)) {
        host.split(plan, data, expected);
      }
      assertThat(result.mismatch(expected)).isEqualTo(-1);
    };
  }

  private static MemorySegment data(SplitPlan plan, Place place, Arena arena) {
    byte[] random = new byte[Math.toIntExact(plan.bytes())];
    new Random(2).nextBytes(random);
    MemorySegment data = place.allocate(plan.bytes(), arena);
    return data.copyFrom(MemorySegment.ofArray(random)).asReadOnly();
  }

  private static byte[] expected(SplitPlan plan, Part part, MemorySegment data) {
    byte[] moved =
        NaiveSplit.part(data, plan.type(), plan.shape(), plan.axis(), part.start(), part.length());
    return plan.converts() ? NaiveConversion.of(part, plan, moved) : moved;
  }

  /// A session whose commands run in the order that a seed chooses.
  FakeSession session(long seed) {
    return new FakeSession(seed, true, shares);
  }

  OpenClSplitter<FakeMemory, FakeEvent> open(FakeSession session) {
    return TestSplitters.on(session, route, slabBytes);
  }

  void run(OpenClSplitter<FakeMemory, FakeEvent> splitter) {
    try (Arena arena = Arena.ofConfined()) {
      work.run(splitter, place, arena);
    }
  }
}

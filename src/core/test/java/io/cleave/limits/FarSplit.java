package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Guarded;
import io.cleave.spi.MemoryKind;
import io.cleave.spi.NaiveConversion;
import io.cleave.spi.Patterns;
import io.cleave.spi.SystemMemory;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/// A split of many GiB into small parts that leave gaps. The data is memory of which there is none
/// but where there is a run: there, and a little before and behind it, each byte is a hash of its
/// own place, so that no other place looks the same.
///
/// Where runs stand is calculated from extents and lengths, not by the planner.
final class FarSplit implements AutoCloseable {
  /// What is marked around a run: more than any word, line or window that is loaded at once.
  private static final long AROUND = 200;

  private static final int SHIFT = 3;

  private final SplitPlan plan;
  private final Arena arena = Arena.ofShared();
  private final SystemMemory sparse;
  private final MemorySegment data;
  private final long[] positions;
  private final long[] lengths;
  private final long rows;
  private final long stepBits;

  /// @param plan takes a few bytes of each row
  /// @param shifted whether the data begins at an odd address
  FarSplit(SplitPlan plan, boolean shifted) {
    this.plan = plan;
    this.positions = plan.positions();
    this.lengths = plan.lengths();
    long[] extents = plan.data().shape().extents();
    this.rows = product(Arrays.copyOf(extents, plan.axis()));
    this.stepBits =
        plan.data().type().bits()
            * product(Arrays.copyOfRange(extents, plan.axis() + 1, extents.length));
    long bytes = plan.data().type().bytes(plan.data().shape().elements());
    int shift = shifted ? SHIFT : 0;
    this.sparse = SystemMemory.sparse(bytes + shift);
    this.data = sparse.memory().asSlice(shift, bytes);
    for (Part part : plan.parts()) {
      long first = firstBit(part);
      for (long row = 0; row < rows; row++) {
        mark((first + row * rowBits()) / Byte.SIZE, runBits(part) / Byte.SIZE + 2);
      }
    }
  }

  private static long product(long... extents) {
    return Arrays.stream(extents).reduce(1, Math::multiplyExact);
  }

  private long rowBits() {
    return Math.multiplyExact(plan.data().shape().extent(plan.axis()), stepBits);
  }

  /// Of the first row.
  private long firstBit(Part part) {
    return positions[part.index()] * stepBits;
  }

  private long runBits(Part part) {
    return lengths[part.index()] * stepBits;
  }

  private void mark(long from, long bytes) {
    long end = Math.min(data.byteSize(), from + bytes + AROUND);
    for (long at = Math.max(0, from - AROUND); at < end; at++) {
      data.set(ValueLayout.JAVA_BYTE, at, at(at));
    }
  }

  /// The byte that stands at a place.
  static byte at(long place) {
    return (byte) ((place * 0x9E3779B97F4A7C15L) >>> 56);
  }

  /// A part in the type of the data.
  private byte[] moved(Part part) {
    ElementType type = plan.data().type();
    byte[] moved = new byte[Math.toIntExact(type.bytes(part.shape().elements()))];
    byte[] around = new byte[Long.BYTES + 1];
    long goal = 0;
    for (long row = 0; row < rows; row++) {
      long first = row * rowBits() + firstBit(part);
      for (long bit = first; bit < first + runBits(part); bit += type.bits()) {
        for (int i = 0; i < around.length; i++) {
          around[i] = at(bit / Byte.SIZE + i);
        }
        Patterns.flip(type, moved, goal, Patterns.get(type, around, bit % Byte.SIZE));
        goal += type.bits();
      }
    }
    return moved;
  }

  private byte[] expected(Part part) {
    byte[] moved = moved(part);
    return plan.conversion().isPresent() ? NaiveConversion.of(part, plan, moved) : moved;
  }

  /// Splits, and compares every byte.
  ///
  /// @param kinds of memory, between which the parts take turns
  void check(Splitter splitter, MemoryKind... kinds) {
    List<Guarded> outputs =
        plan.parts().stream()
            .map(
                part ->
                    Guarded.allocate(kinds[part.index() % kinds.length], part.bytes(), 0, arena))
            .toList();
    splitter.split(plan, data.asReadOnly(), outputs.stream().map(Guarded::memory).toList());
    for (Part part : plan.parts()) {
      Guarded output = outputs.get(part.index());
      assertThat(output.bytes()).as("%s of %s", part, plan).isEqualTo(expected(part));
      output.requireIntact();
    }
  }

  /// Stacks along an axis before or behind the rows, and compares every byte: whatever is before
  /// the axis, the runs of all parts stand behind each other.
  ///
  /// @param stack of the plan
  void checkStacked(Splitter splitter, SplitPlan stack, int axis) {
    long before = product(Arrays.copyOf(plan.data().shape().extents(), axis));
    Guarded result = Guarded.allocate(MemoryKind.NATIVE, stack.part(0).bytes(), 0, arena);
    splitter.split(stack, data, result.memory());
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    List<byte[]> parts = plan.parts().stream().map(this::expected).toList();
    for (int i = 0; i < before; i++) {
      for (byte[] part : parts) {
        int run = Math.toIntExact(part.length / before);
        expected.write(part, i * run, run);
      }
    }
    assertThat(result.bytes()).as("%s", stack).isEqualTo(expected.toByteArray());
    result.requireIntact();
  }

  @Override
  public void close() {
    sparse.close();
    arena.close();
  }
}

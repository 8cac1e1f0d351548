package io.cleave.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.conformance.NaiveSplit;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// One split, checked byte for byte.
public final class SplitCheck {
  private static final List<MemoryKind> KINDS = List.of(MemoryKind.values());

  private SplitCheck() {}

  /// Splits random data between random kinds of memory, some parts absent, and compares every byte.
  public static void check(Splitter splitter, SplitPlan plan, Random random) {
    byte[] content = new byte[Math.toIntExact(plan.bytes())];
    random.nextBytes(content);
    check(splitter, plan, content, random);
  }

  /// The same with data that has every bit pattern of up to 16 bits, and of 32 what is hard to
  /// round.
  public static void checkPatterns(Splitter splitter, SplitPlan plan, Random random) {
    byte[] content = new byte[Math.toIntExact(plan.bytes())];
    ByteBuffer buffer = ByteBuffer.wrap(content).order(ByteOrder.nativeOrder());
    int width = Math.max(1, plan.type().bits() / Byte.SIZE);
    for (int i = 0; buffer.remaining() >= width; i++) {
      switch (width) {
        case 1 -> buffer.put((byte) i);
        case 2 -> buffer.putShort((short) i);
        default -> buffer.putInt(HardPatterns.next(random));
      }
    }
    check(splitter, plan, content, random);
  }

  private static void check(Splitter splitter, SplitPlan plan, byte[] content, Random random) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data = anywhere(plan, content, random, arena);
      List<@Nullable Guarded> outputs = new ArrayList<>();
      for (Part part : plan.parts()) {
        outputs.add(
            !part.isWanted() || random.nextInt(8) == 0
                ? null
                : Guarded.allocate(anyKind(random), part.bytes(), random.nextInt(9), arena));
      }
      splitter.split(plan, data, segments(outputs));
      for (Part part : plan.parts()) {
        Guarded output = outputs.get(part.index());
        if (output != null) {
          assertThat(output.bytes()).as("%s", part).isEqualTo(expected(part, plan, data));
          output.requireIntact();
        }
      }
    }
  }

  private static MemorySegment anywhere(
      SplitPlan plan, byte[] content, Random random, Arena arena) {
    int shift = random.nextInt(9);
    MemorySegment memory = anyKind(random).allocate(plan.bytes() + shift, arena);
    MemorySegment data =
        memory.asSlice(shift, plan.bytes()).copyFrom(MemorySegment.ofArray(content));
    return random.nextBoolean() ? data.asReadOnly() : data;
  }

  /// Fills the data.
  static MemorySegment random(SplitPlan plan, MemorySegment data, Random random) {
    byte[] bytes = new byte[Math.toIntExact(plan.bytes())];
    random.nextBytes(bytes);
    return data.copyFrom(MemorySegment.ofArray(bytes));
  }

  private static MemoryKind anyKind(Random random) {
    return KINDS.get(random.nextInt(KINDS.size()));
  }

  private static List<@Nullable MemorySegment> segments(List<@Nullable Guarded> outputs) {
    List<@Nullable MemorySegment> segments = new ArrayList<>();
    for (Guarded output : outputs) {
      segments.add(output == null ? null : output.memory());
    }
    return segments;
  }

  /// What the oracle says of a part.
  static byte[] expected(Part part, SplitPlan plan, MemorySegment data) {
    byte[] moved =
        NaiveSplit.part(data, plan.type(), plan.shape(), plan.axis(), part.start(), part.length());
    return plan.converts() ? NaiveConversion.of(part, plan, moved) : moved;
  }
}

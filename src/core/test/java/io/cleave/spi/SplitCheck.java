package io.cleave.spi;

import io.cleave.Splitter;
import io.cleave.conformance.NaiveSplit;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/// One split of dense data, checked byte for byte.
public final class SplitCheck {
  private SplitCheck() {}

  /// Splits random data between random kinds of memory, some parts left out, and compares every
  /// byte.
  public static void check(Splitter splitter, SplitPlan plan, Random random) {
    SplitExample.any(plan, bytes(plan, random), random).check(splitter);
  }

  /// The same between memory that a device may use in place.
  public static void checkInPlace(Splitter splitter, SplitPlan plan, Random random) {
    SplitExample.any(plan, bytes(plan, random), random).inPlace().check(splitter);
  }

  /// The same with [#patterns].
  public static void checkPatterns(Splitter splitter, SplitPlan plan, Random random) {
    SplitExample.any(plan, patterns(plan, random), random).check(splitter);
  }

  /// Random data.
  public static MemorySegment bytes(SplitPlan plan, Random random) {
    byte[] content = new byte[Math.toIntExact(plan.data().bytes())];
    random.nextBytes(content);
    return MemorySegment.ofArray(content);
  }

  /// Data that has every bit pattern of up to 16 bits, and of 32 what is hard to round.
  public static MemorySegment patterns(SplitPlan plan, Random random) {
    byte[] content = new byte[Math.toIntExact(plan.data().bytes())];
    ByteBuffer buffer = ByteBuffer.wrap(content).order(ByteOrder.nativeOrder());
    int width = Math.max(1, plan.data().type().bits() / Byte.SIZE);
    for (int i = 0; buffer.remaining() >= width; i++) {
      switch (width) {
        case 1 -> buffer.put((byte) i);
        case 2 -> buffer.putShort((short) i);
        default -> buffer.putInt(HardPatterns.next(random));
      }
    }
    return MemorySegment.ofArray(content);
  }

  /// The oracle's bytes of a part.
  public static byte[] expected(Part part, SplitPlan plan, MemorySegment data) {
    Layout layout = plan.data();
    NaiveSplit oracle = new NaiveSplit(layout.shape(), plan.axis(), plan.lengths()[part.index()]);
    long start = plan.positions()[part.index()];
    byte[] moved = oracle.split(data, layout.type(), start).getFirst();
    return plan.conversion().isPresent() ? NaiveConversion.of(part, plan, moved) : moved;
  }
}

package io.cleave.cpu.loops;

import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Converts arrays by a plain loop, and by vectors once their gate is open.
final class GatedArrayLoop implements ArrayLoop, Gate.Gated {
  /// What a trial converts at a time.
  private static final int STEP = 1024;

  private final ArrayLoop plain;
  private final Late<ArrayLoop> fast;
  private final IntFunction<Object> from;
  private final IntFunction<Object> to;
  private final int width;

  /// @param vectors makes what converts by vectors
  /// @param from makes arrays to convert
  /// @param to makes arrays for what comes out
  /// @param width the bytes of an element that goes in
  GatedArrayLoop(
      ArrayLoop plain,
      Supplier<@Nullable ArrayLoop> vectors,
      IntFunction<Object> from,
      IntFunction<Object> to,
      int width) {
    this.plain = plain;
    this.fast = new Late<>(vectors);
    this.from = from;
    this.to = to;
    this.width = width;
  }

  @Override
  public void convert(Object in, int first, Object out, int count) {
    ArrayLoop open = fast.ifOpen();
    if (open != null) {
      open.convert(in, first, out, count);
    } else {
      plain.convert(in, first, out, count);
      fast.miss((long) count * width, this);
    }
  }

  @Override
  public boolean isFaster(BooleanSupplier isOver) {
    ArrayLoop made = fast.made();
    Object in = from.apply(STEP + SLACK);
    Object out = to.apply(STEP + SLACK);
    return made != null
        && Trial.of(width)
            .isFaster(
                (_, _, rows) -> repeat(made, in, out, rows),
                (_, _, rows) -> repeat(plain, in, out, rows),
                isOver);
  }

  private static void repeat(ArrayLoop loop, Object in, Object out, int elements) {
    for (int done = 0; done < elements; done += STEP) {
      loop.convert(in, 0, out, Math.min(STEP, elements - done));
    }
  }
}

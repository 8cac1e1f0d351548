package io.cleave.cpu.loops;

import static java.lang.invoke.MethodType.methodType;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The kernels in plain Java: one of [PlainLoops] for each class of runs.
///
/// A run of up to 8 bytes is one load and one store; where it is not a word, the store goes beyond
/// it, the next run overwrites that, and the last one is moved byte by byte. To pack several into
/// one word first takes twice as long, for each load has its own check of bounds. Longer runs are a
/// head and a tail of the same constant size that overlap.
public final class PlainKernels implements Kernels {
  /// Those for all kinds of memory.
  public static final ByKind<Kernels> BY_KIND = new PerKind<>(PlainLoops.class, PlainKernels::new);

  /// The most that one loop moves of a run.
  private static final int BLOCK = 64;

  private final MethodHandles.Lookup loops;

  /// @param loops [PlainLoops], or a copy of them
  PlainKernels(MethodHandles.Lookup loops) {
    this.loops = loops;
  }

  @Override
  public Mover mover(Strip strip) {
    long run = strip.run();
    if (run == strip.pitch()) {
      return (data, from, part, to, rows) -> MemorySegment.copy(data, from, part, to, run * rows);
    }
    return run <= BLOCK ? block(strip, 0, (int) run) : blocks(strip, (int) run);
  }

  @Override
  public @Nullable RowsMover columns(int count, int run) {
    Channels channels = Channels.of(count, run);
    if (channels == null) {
      return null;
    }
    int most = ChannelStage.most(channels);
    Spares<ChannelStage> spares = new Spares<>(() -> new ChannelStage(channels, most));
    return (data, from, parts, to, rows) -> {
      if (rows < most) {
        new ChannelStage(channels, rows).move(data, from, parts, to, rows);
        return;
      }
      ChannelStage stage = spares.take();
      stage.move(data, from, parts, to, rows);
      spares.give(stage);
    };
  }

  private Mover blocks(Strip strip, int run) {
    Mover[] blocks = new Mover[Math.ceilDiv(run, BLOCK)];
    Arrays.setAll(blocks, i -> block(strip, Math.min(i * BLOCK, run - BLOCK), BLOCK));
    return (data, from, part, to, rows) -> {
      for (Mover block : blocks) {
        block.move(data, from, part, to, rows);
      }
    };
  }

  /// Moves some bytes of each run.
  private Mover block(Strip strip, int skipped, int bytes) {
    MethodHandle loop = loop(nameOf(bytes));
    return new PlainMover(
        loop, strip.pitch(), strip.offset() + skipped, skipped, (int) strip.run(), bytes);
  }

  private static String nameOf(int bytes) {
    return switch (bytes) {
      case 1 -> "bytes";
      case 2 -> "shorts";
      case 3 -> "beyondInts";
      case 4 -> "ints";
      case 5, 6, 7 -> "beyondLongs";
      case 8 -> "longs";
      default -> bytes <= 16 ? "pairs8" : bytes <= 32 ? "pairs16" : "pairs32";
    };
  }

  private MethodHandle loop(String name) {
    try {
      return loops.findStatic(
          loops.lookupClass(),
          name,
          methodType(
              void.class,
              PlainMover.class,
              MemorySegment.class,
              long.class,
              MemorySegment.class,
              long.class,
              int.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("%s has no loop %s".formatted(PlainLoops.class, name), e);
    }
  }
}

package io.cleave.cpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The kernels in plain Java: a small loop over the rows for each class of runs.
///
/// A run of up to 8 bytes is one load and one store; where it is not a word, the store goes beyond
/// it, the next run overwrites that, and the last one is moved byte by byte. To pack several into
/// one word first takes twice as long, for each load has its own check of bounds. Longer runs are a
/// head and a tail of the same constant size that overlap: these are slices, whose bounds C2 checks
/// once and of which it makes no object.
///
/// No method has more than 16 accesses: C2 stops to inline at about twice as many, and all is lost
/// then (runs of 80 bytes: .37 of a plain copy, .09 with both halves in one method).
final class PlainKernels implements Kernels {
  /// The most that one loop moves of a run.
  private static final int BLOCK = 64;

  @Override
  public String name() {
    return "plain Java";
  }

  @Override
  public Mover mover(Strip strip) {
    long run = strip.run();
    if (run == strip.pitch()) {
      return (data, from, part, to, rows) -> MemorySegment.copy(data, from, part, to, run * rows);
    }
    return run <= Long.BYTES ? ofAWord(strip) : ofWords(strip);
  }

  @Override
  public @Nullable RowsMover columns(int count, int run) {
    Channels channels = Channels.of(count, run);
    return channels == null
        ? null
        : (data, from, parts, to, rows) ->
            new ChannelStage(channels, rows).move(data, from, parts, to, rows);
  }

  private static Mover ofAWord(Strip strip) {
    long pitch = strip.pitch();
    long at = strip.offset();
    int run = (int) strip.run();
    return switch (run) {
      case 1 -> (data, from, part, to, rows) -> bytes(data, from + at, pitch, part, to, rows);
      case 2 -> (data, from, part, to, rows) -> shorts(data, from + at, pitch, part, to, rows);
      case 4 -> (data, from, part, to, rows) -> ints(data, from + at, pitch, part, to, 4, rows);
      case 8 -> (data, from, part, to, rows) -> longs(data, from + at, pitch, part, to, 8, rows);
      case 3 ->
          (data, from, part, to, rows) -> {
            ints(data, from + at, pitch, part, to, run, rows - 1);
            last(data, from + at, pitch, part, to, run, rows);
          };
      default ->
          (data, from, part, to, rows) -> {
            longs(data, from + at, pitch, part, to, run, rows - 1);
            last(data, from + at, pitch, part, to, run, rows);
          };
    };
  }

  private static Mover ofWords(Strip strip) {
    long pitch = strip.pitch();
    long at = strip.offset();
    int run = (int) strip.run();
    if (run <= 16) {
      return (data, from, part, to, rows) -> pairs8(data, from + at, pitch, part, to, run, rows);
    }
    if (run <= 32) {
      return (data, from, part, to, rows) -> pairs16(data, from + at, pitch, part, to, run, rows);
    }
    if (run <= BLOCK) {
      return block(strip, 0, run);
    }
    Mover[] blocks = new Mover[Math.ceilDiv(run, BLOCK)];
    Arrays.setAll(blocks, i -> block(strip, Math.min(i * BLOCK, run - BLOCK), BLOCK));
    return (data, from, part, to, rows) -> {
      for (Mover block : blocks) {
        block.move(data, from, part, to, rows);
      }
    };
  }

  /// Moves a block of each run only. Two in one loop are too much for C2, which stops to inline
  /// then.
  private static Mover block(Strip strip, int skipped, int bytes) {
    long pitch = strip.pitch();
    long at = strip.offset() + skipped;
    int run = (int) strip.run();
    return (data, from, part, to, rows) ->
        pairs32(data, from + at, pitch, part, to + skipped, run, bytes, rows);
  }

  private static void bytes(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, int rows) {
    long at = from;
    for (int i = 0; i < rows; i++, at += pitch) {
      part.set(JAVA_BYTE, to + i, data.get(JAVA_BYTE, at));
    }
  }

  private static void shorts(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, int rows) {
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += Short.BYTES) {
      part.set(JAVA_SHORT_UNALIGNED, end, data.get(JAVA_SHORT_UNALIGNED, at));
    }
  }

  private static void ints(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, int run, int rows) {
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      part.set(JAVA_INT_UNALIGNED, end, data.get(JAVA_INT_UNALIGNED, at));
    }
  }

  private static void longs(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, int run, int rows) {
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      part.set(JAVA_LONG_UNALIGNED, end, data.get(JAVA_LONG_UNALIGNED, at));
    }
  }

  /// Moves the last run and nothing else.
  private static void last(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, int run, int rows) {
    long at = from + (rows - 1) * pitch;
    long end = to + (long) (rows - 1) * run;
    for (int i = 0; i < run; i++) {
      part.set(JAVA_BYTE, end + i, data.get(JAVA_BYTE, at + i));
    }
  }

  private static void pairs8(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, int run, int rows) {
    int tail = run - 8;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      part.set(JAVA_LONG_UNALIGNED, end, data.get(JAVA_LONG_UNALIGNED, at));
      part.set(JAVA_LONG_UNALIGNED, end + tail, data.get(JAVA_LONG_UNALIGNED, at + tail));
    }
  }

  private static void pairs16(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, int run, int rows) {
    int tail = run - 16;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      MemorySegment in = data.asSlice(at, 16);
      MemorySegment out = part.asSlice(end, 16);
      out.set(JAVA_LONG_UNALIGNED, 0, in.get(JAVA_LONG_UNALIGNED, 0));
      out.set(JAVA_LONG_UNALIGNED, 8, in.get(JAVA_LONG_UNALIGNED, 8));
      MemorySegment lastIn = data.asSlice(at + tail, 16);
      MemorySegment lastOut = part.asSlice(end + tail, 16);
      lastOut.set(JAVA_LONG_UNALIGNED, 0, lastIn.get(JAVA_LONG_UNALIGNED, 0));
      lastOut.set(JAVA_LONG_UNALIGNED, 8, lastIn.get(JAVA_LONG_UNALIGNED, 8));
    }
  }

  /// @param next from one run of the part to the next
  private static void pairs32(
      MemorySegment data,
      long from,
      long pitch,
      MemorySegment part,
      long to,
      int next,
      int run,
      int rows) {
    int tail = run - 32;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += next) {
      MemorySegment in = data.asSlice(at, 32);
      MemorySegment out = part.asSlice(end, 32);
      out.set(JAVA_LONG_UNALIGNED, 0, in.get(JAVA_LONG_UNALIGNED, 0));
      out.set(JAVA_LONG_UNALIGNED, 8, in.get(JAVA_LONG_UNALIGNED, 8));
      out.set(JAVA_LONG_UNALIGNED, 16, in.get(JAVA_LONG_UNALIGNED, 16));
      out.set(JAVA_LONG_UNALIGNED, 24, in.get(JAVA_LONG_UNALIGNED, 24));
      MemorySegment lastIn = data.asSlice(at + tail, 32);
      MemorySegment lastOut = part.asSlice(end + tail, 32);
      lastOut.set(JAVA_LONG_UNALIGNED, 0, lastIn.get(JAVA_LONG_UNALIGNED, 0));
      lastOut.set(JAVA_LONG_UNALIGNED, 8, lastIn.get(JAVA_LONG_UNALIGNED, 8));
      lastOut.set(JAVA_LONG_UNALIGNED, 16, lastIn.get(JAVA_LONG_UNALIGNED, 16));
      lastOut.set(JAVA_LONG_UNALIGNED, 24, lastIn.get(JAVA_LONG_UNALIGNED, 24));
    }
  }
}

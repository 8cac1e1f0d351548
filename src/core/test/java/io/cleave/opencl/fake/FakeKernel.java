package io.cleave.opencl.fake;

import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession.Argument;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/// Does what the kernels' head comments say, byte by byte or bit by bit.
final class FakeKernel implements ClKernel {
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int PIECE = 32;
  private static final int RULE = 16;

  private final KernelVariant variant;
  private final Runnable close;
  private boolean closed;

  FakeKernel(KernelVariant variant, Runnable close) {
    this.variant = variant;
    this.close = close;
  }

  @Override
  public KernelVariant variant() {
    return variant;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      close.run();
    }
  }

  /// What a launch does when it runs.
  Runnable work(List<Argument<FakeMemory>> arguments) {
    if (closed) {
      throw new AssertionError(variant + " is closed");
    }
    List<MemorySegment> memories =
        arguments.stream().mapMulti(FakeKernel::toMemory).map(memory -> memory.bytes).toList();
    long[] longs = arguments.stream().flatMapToLong(FakeKernel::toLong).toArray();
    return switch (variant.name()) {
      case "copy_rows" -> () -> copyRows(memories, longs);
      case "split_tiles", "split_words" -> () -> copyPieces(memories, longs);
      case "split_runs", "split_lines", "split_columns" -> () -> copyCompiled(memories, longs);
      case "split_bits" -> () -> copyBits(memories, longs);
      case "convert_tiles" -> () -> convert(memories, longs);
      case "probe" -> () -> probe(memories.get(0), memories.get(1));
      default -> throw new AssertionError(variant + " is not known here");
    };
  }

  private static void toMemory(Argument<FakeMemory> argument, Consumer<FakeMemory> to) {
    if (argument instanceof Argument.Memory<FakeMemory>(FakeMemory memory)) {
      to.accept(Objects.requireNonNull(memory));
    }
  }

  private static LongStream toLong(Argument<FakeMemory> argument) {
    return argument instanceof Argument.Int64<FakeMemory>(long value)
        ? LongStream.of(value)
        : LongStream.empty();
  }

  /// Like a clang for a processor; where its memory is, nobody but itself knows.
  private static void probe(MemorySegment from, MemorySegment to) {
    for (int i = 0; i < 64; i++) {
      to.set(BYTE, i, from.get(BYTE, 63 - i));
    }
    copy(from, 1, to, 67, 61);
  }

  /// `dataAt, pitch, partAt, run, rows, ...`
  private static void copyRows(List<MemorySegment> memories, long[] at) {
    for (long row = 0; row < at[4]; row++) {
      copy(memories.get(0), at[0] + row * at[1], memories.get(1), at[2] + row * at[3], at[3]);
    }
  }

  /// `dataAt, (dataEnd,) pitch, rows, tileRows`; after data and outputs come pieces and columns.
  private static void copyPieces(List<MemorySegment> memories, long[] at) {
    MemorySegment pieces = memories.get(memories.size() - 2);
    MemorySegment columns = memories.getLast();
    long end = columns.get(INT, columns.byteSize() - Integer.BYTES);
    for (long piece = columns.get(INT, 0); piece < end; piece++) {
      MemorySegment one = pieces.asSlice(piece * PIECE, PIECE);
      copyPiece(memories, one, at[0], at[at.length - 3], at[at.length - 2], one.get(INT, 24));
    }
  }

  /// `dataAt, (dataEnd,) rows`; after data and outputs come the pieces.
  private void copyCompiled(List<MemorySegment> memories, long[] at) {
    MemorySegment pieces = memories.getLast();
    long pitch = Long.parseLong(Objects.requireNonNull(variant.defines().get("PITCH")));
    for (long piece = 0; piece < pieces.byteSize() / PIECE; piece++) {
      MemorySegment one = pieces.asSlice(piece * PIECE, PIECE);
      copyPiece(memories, one, at[0], pitch, at[at.length - 1], one.get(LONG, 16));
    }
  }

  private static void copyPiece(
      List<MemorySegment> memories,
      MemorySegment piece,
      long dataAt,
      long pitch,
      long rows,
      long width) {
    MemorySegment output = memories.get(1 + piece.get(INT, 28));
    for (long row = 0; row < rows; row++) {
      long from = dataAt + row * pitch + piece.get(LONG, 0);
      copy(memories.get(0), from, output, piece.get(LONG, 8) + row * piece.get(LONG, 16), width);
    }
  }

  private static void copy(
      MemorySegment from, long fromAt, MemorySegment to, long toAt, long bytes) {
    MemorySegment.copy(from, fromAt, to, toAt, bytes);
  }

  /// `dataAt, dataEnd, pitch, rows`; after data and outputs come the parts and the tiles.
  private void copyBits(List<MemorySegment> memories, long[] at) {
    MemorySegment parts = memories.get(memories.size() - 2);
    boolean msbFirst = "1".equals(variant.defines().get("MSB_FIRST"));
    for (long part = 0; part < parts.byteSize() / PIECE; part++) {
      MemorySegment one = parts.asSlice(part * PIECE, PIECE);
      MemorySegment output = memories.get(1 + one.get(INT, 28)).asSlice(one.get(LONG, 8));
      long run = one.get(LONG, 16);
      output.asSlice(0, Math.ceilDiv(at[3] * run, Byte.SIZE)).fill((byte) 0);
      for (long bit = 0; bit < at[3] * run; bit++) {
        long from = at[0] + bit / run * at[2] + one.get(LONG, 0) + bit % run;
        copyBit(memories.get(0), from, output, bit, msbFirst);
      }
    }
  }

  /// Bytes to floats: `dataAt, dataEnd, pitch, rows, tileRows`, in bits of the data; after data and
  /// outputs come pieces, columns and rules.
  private void convert(List<MemorySegment> memories, long[] at) {
    if (!"RULE_AFFINE".equals(variant.defines().get("RULE"))
        || !"TYPE_U8".equals(variant.defines().get("SOURCE"))
        || !"TYPE_F32".equals(variant.defines().get("TARGET"))) {
      throw new AssertionError(variant + " is not known here");
    }
    MemorySegment pieces = memories.get(memories.size() - 3);
    MemorySegment rules = memories.getLast();
    for (long piece = 0; piece < pieces.byteSize() / PIECE; piece++) {
      MemorySegment one = pieces.asSlice(piece * PIECE, PIECE);
      MemorySegment output = memories.get(1 + one.get(INT, 28)).asSlice(one.get(LONG, 8));
      float scale = rules.get(FLOAT, piece * RULE);
      float bias = rules.get(FLOAT, piece * RULE + Float.BYTES);
      for (long row = 0; row < at[3]; row++) {
        for (long e = 0; e < one.get(INT, 24) / Byte.SIZE; e++) {
          long from = (at[0] + row * at[2] + one.get(LONG, 0)) / Byte.SIZE + e;
          long to = row * one.get(LONG, 16) / Byte.SIZE + e;
          float element = Byte.toUnsignedInt(memories.getFirst().get(BYTE, from));
          output.set(FLOAT, to * Float.BYTES, Math.fma(element, scale, bias));
        }
      }
    }
  }

  private static void copyBit(
      MemorySegment from, long fromBit, MemorySegment to, long toBit, boolean msbFirst) {
    int source = shift(fromBit, msbFirst);
    int target = shift(toBit, msbFirst);
    int bit = from.get(BYTE, fromBit / Byte.SIZE) >> source & 1;
    byte old = to.get(BYTE, toBit / Byte.SIZE);
    to.set(BYTE, toBit / Byte.SIZE, (byte) (old | bit << target));
  }

  private static int shift(long bit, boolean msbFirst) {
    int within = (int) (bit % Byte.SIZE);
    return msbFirst ? Byte.SIZE - 1 - within : within;
  }
}

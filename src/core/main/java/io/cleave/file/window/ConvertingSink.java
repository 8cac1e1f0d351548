package io.cleave.file.window;

import io.cleave.Splitter;
import io.cleave.file.stored.LittleEndian;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.KnownDevice;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Converts parts on their way to their sink: their bytes come in as they stand in the data. For
/// rows that are larger than a window.
///
/// Not safe for use by many threads.
final class ConvertingSink implements PartSink {
  /// So many elements are whole bytes, however narrow: as many as one has bits.
  private static final int EIGHT = 8;

  private final SplitPlan plan;
  private final Conversion conversion;
  private final Splitter splitter;
  private final PartSink sink;
  private final int bits;

  /// The fewest bytes that are whole elements.
  private final int group;

  private final int width;

  /// The most elements that are converted in one go.
  private final long most;

  /// Bytes that wait for the rest of their group come first here, then those that are new.
  private final MemorySegment source;

  private final MemorySegment target;

  /// Of each part, the bytes that wait, in the low end the first one.
  private final long[] waiting;

  private final int[] waitingBytes;
  private final long[] elementsLeft;

  /// @param plan converts
  /// @param splitter converts, and stays open
  /// @param arena owns the buffers
  ConvertingSink(SplitPlan plan, Splitter splitter, PartSink sink, Arena arena) {
    this.plan = plan;
    this.conversion = plan.conversion().orElseThrow();
    this.splitter = splitter;
    this.sink = sink;
    this.bits = plan.data().type().bits();
    this.group = bits < Byte.SIZE ? bits : bits / Byte.SIZE;
    this.width = plan.partType().bits() / Byte.SIZE;
    this.most =
        LittleEndian.PIECE * Byte.SIZE / Math.max(bits, plan.partType().bits()) / EIGHT * EIGHT;
    this.source = arena.allocate(Math.ceilDiv(most * bits, Byte.SIZE), Long.BYTES);
    this.target = arena.allocate(most * width, Long.BYTES);
    this.waiting = new long[plan.partCount()];
    this.waitingBytes = new int[plan.partCount()];
    this.elementsLeft =
        plan.parts().stream().mapToLong((Part part) -> part.bytes() / width).toArray();
  }

  @Override
  public void append(int part, MemorySegment bytes) throws IOException {
    long at = 0;
    while (at < bytes.byteSize()) {
      int held = waitingBytes[part];
      long taken = Math.min(bytes.byteSize() - at, source.byteSize() - held);
      MemorySegment piece = bytes.asSlice(at, taken);
      at += taken;
      if (held == 0 && isWhole(part, taken) && KnownDevice.isJava(splitter.device())) {
        convert(part, piece);
      } else {
        stage(part, piece);
      }
    }
  }

  /// Whether so many bytes of a part are whole elements.
  private boolean isWhole(int part, long bytes) {
    return bytes % group == 0 || bytes * Byte.SIZE / bits >= elementsLeft[part];
  }

  /// A device must not read a mapped file: a page of it that is gone would end the process.
  private void stage(int part, MemorySegment piece) throws IOException {
    int held = waitingBytes[part];
    for (int i = 0; i < held; i++) {
      source.set(ValueLayout.JAVA_BYTE, i, (byte) (waiting[part] >> (i * Byte.SIZE)));
    }
    MemorySegment.copy(piece, 0, source, held, piece.byteSize());
    long there = held + piece.byteSize();
    long whole = isWhole(part, there) ? there : there - there % group;
    waiting[part] = 0;
    waitingBytes[part] = (int) (there - whole);
    for (int i = 0; i < waitingBytes[part]; i++) {
      long octet = Byte.toUnsignedLong(source.get(ValueLayout.JAVA_BYTE, whole + i));
      waiting[part] |= octet << (i * Byte.SIZE);
    }
    convert(part, source.asSlice(0, whole));
  }

  private void convert(int part, MemorySegment bytes) throws IOException {
    long count = Math.min(elementsLeft[part], bytes.byteSize() * Byte.SIZE / bits);
    if (count == 0) {
      return;
    }
    elementsLeft[part] -= count;
    MemorySegment converted = target.asSlice(0, count * width);
    SplitPlan piece =
        SplitPlan.of(Layout.of(plan.data().type(), count), 0, Cut.byLengths(count))
            .converted(conversion.ofParts(part));
    splitter.split(piece, bytes, converted);
    sink.append(part, converted);
  }
}

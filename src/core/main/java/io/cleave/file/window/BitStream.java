package io.cleave.file.window;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The bits of one part on their way to its file: whole bytes go on, what is left of the last one
/// waits for the next run.
///
/// Not safe for use by many threads.
final class BitStream {
  private final int part;
  private final boolean highFirst;
  private final MemorySegment buffer;
  private final PartSink sink;

  /// Bits that wait, in the low end, the oldest of them highest where the highest bit of a byte
  /// comes first.
  private int waiting;

  /// How many, fewer than 8 between two calls.
  private int count;

  private long filled;

  /// @param highFirst true if the first element of a byte takes its highest bits
  /// @param buffer is used during a call only
  BitStream(int part, boolean highFirst, MemorySegment buffer, PartSink sink) {
    this.part = part;
    this.highFirst = highFirst;
    this.buffer = buffer;
    this.sink = sink;
  }

  /// Takes bits of packed data.
  ///
  /// @param from the first bit
  void append(MemorySegment data, long from, long bits) throws IOException {
    long end = from + bits;
    long at = from;
    while (at < end) {
      int within = (int) (at % Byte.SIZE);
      int taken = (int) Math.min(Byte.SIZE - within, end - at);
      int octet = Byte.toUnsignedInt(data.get(ValueLayout.JAVA_BYTE, at / Byte.SIZE));
      int unused = highFirst ? Byte.SIZE - within - taken : within;
      push(octet >> unused & (1 << taken) - 1, taken);
      at += taken;
    }
    flush();
  }

  private void push(int bits, int taken) throws IOException {
    waiting = highFirst ? waiting << taken | bits : waiting | bits << count;
    count += taken;
    if (count >= Byte.SIZE) {
      count -= Byte.SIZE;
      put(highFirst ? waiting >> count : waiting);
      waiting = highFirst ? waiting & (1 << count) - 1 : waiting >> Byte.SIZE;
    }
  }

  private void put(int octet) throws IOException {
    buffer.set(ValueLayout.JAVA_BYTE, filled++, (byte) octet);
    if (filled == buffer.byteSize()) {
      flush();
    }
  }

  private void flush() throws IOException {
    if (filled > 0) {
      sink.append(part, buffer.asSlice(0, filled));
      filled = 0;
    }
  }

  /// Hands on what waits, with zeros to fill the last byte.
  void finish() throws IOException {
    if (count > 0) {
      put(highFirst ? waiting << (Byte.SIZE - count) : waiting);
      flush();
    }
  }
}

package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.BitOrder;
import java.util.Arrays;
import java.util.BitSet;

/// An output buffer that knows which of its bits have been written, and refuses to write one twice.
final class RouterCanvas {
  private static final byte POISON = (byte) 0xA5;

  /// The address modulo 64 that the device happened to give the buffer.
  final long address;

  final byte[] bytes;
  private final BitSet written = new BitSet();

  RouterCanvas(int size, long address) {
    this.address = address;
    this.bytes = new byte[size];
    Arrays.fill(bytes, POISON);
  }

  /// Copies bits `from` ... of the data to bits `to` ... of this buffer.
  void copy(byte[] data, long from, long to, long count, BitOrder order) {
    claim(to, count);
    if ((from | to | count) % 8 == 0) {
      System.arraycopy(data, toInt(from / 8), bytes, toInt(to / 8), toInt(count / 8));
      return;
    }
    for (long i = 0; i < count; i++) {
      set(to + i, bit(data, from + i, order), order);
    }
  }

  /// Writes the unused bits behind a part's last bit.
  void pad(long end, BitOrder order) {
    long rest = Math.ceilDiv(end, 8) * 8 - end;
    claim(end, rest);
    for (long i = 0; i < rest; i++) {
      set(end + i, false, order);
    }
  }

  private void claim(long at, long count) {
    assertThat(at).isNotNegative();
    int first = toInt(at);
    int end = toInt(at + count);
    int next = written.nextSetBit(first);
    assertThat(next < 0 || next >= end).as("bit %d is written twice", next).isTrue();
    written.set(first, end);
  }

  private static boolean bit(byte[] data, long at, BitOrder order) {
    return (data[toInt(at / 8)] >> shift(at, order) & 1) != 0;
  }

  private void set(long at, boolean value, BitOrder order) {
    int mask = 1 << shift(at, order);
    int old = bytes[toInt(at / 8)];
    bytes[toInt(at / 8)] = (byte) (value ? old | mask : old & ~mask);
  }

  private static int shift(long at, BitOrder order) {
    int place = (int) (at % 8);
    return order == BitOrder.LEAST_SIGNIFICANT_FIRST ? place : 7 - place;
  }

  private static int toInt(long value) {
    return Math.toIntExact(value);
  }

  /// Takes a part's bytes out: checks that they are all written, and forgets that they are.
  byte[] take(long at, int size) {
    int first = toInt(at * 8);
    int end = toInt((at + size) * 8);
    int missing = written.nextClearBit(first);
    assertThat(missing >= end).as("bit %d of %d..%d is not written", missing, first, end).isTrue();
    written.clear(first, end);
    return Arrays.copyOfRange(bytes, toInt(at), toInt(at + size));
  }

  /// Checks that nothing but what was taken has been written.
  void checkRest() {
    assertThat(written.isEmpty()).as("bits written outside of parts: %s", written).isTrue();
  }
}

package io.cleave.bench.peers;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Writes one message in the wire format of Protocol Buffers, as far as a model file needs it.
final class Proto {
  private static final int VARINT = 0;
  private static final int LENGTH_PREFIXED = 2;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Proto number(int field, long value) {
    varint((long) field << 3 | VARINT);
    varint(value);
    return this;
  }

  Proto bytes(int field, byte[] value) {
    varint((long) field << 3 | LENGTH_PREFIXED);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  Proto text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  Proto message(int field, Proto value) {
    return bytes(field, value.toBytes());
  }

  byte[] toBytes() {
    return out.toByteArray();
  }

  /// Seven bits a byte, least significant first; the highest bit says that more follow.
  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}

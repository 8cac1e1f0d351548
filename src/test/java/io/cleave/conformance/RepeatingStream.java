package io.cleave.conformance;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// The same text again and again, without ever holding it twice.
final class RepeatingStream extends InputStream {
  private final byte[] line;
  private final long size;
  private long position;

  RepeatingStream(String line, long times) {
    this.line = line.getBytes(StandardCharsets.UTF_8);
    this.size = this.line.length * times;
  }

  long lineBytes() {
    return line.length;
  }

  long position() {
    return position;
  }

  @Override
  public int read() {
    return position == size ? -1 : line[(int) (position++ % line.length)] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (position == size) {
      return -1;
    }
    int start = (int) (position % line.length);
    int bytes = Math.min(length, line.length - start);
    System.arraycopy(line, start, target, offset, bytes);
    position += bytes;
    return bytes;
  }
}

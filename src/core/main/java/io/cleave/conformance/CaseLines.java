package io.cleave.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/// The lines of a stream that are not blank, one at a time. A line ends with LF or CRLF; a byte
/// order mark before the first one is skipped.
final class CaseLines {
  private static final int CHUNK = 1 << 16;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /// One line.
  ///
  /// @param number counted from 1, blank lines included
  /// @param text the bytes, until the next line is read; empty if they are more than the limit
  record Line(long number, Optional<ByteBuffer> text) {}

  private final InputStream in;
  private final int limit;
  private final byte[] chunk = new byte[CHUNK];
  private int position;
  private int end;

  private byte[] line = new byte[CHUNK];
  private long length;
  private long number;

  /// @param limit the most bytes a line may have; of a longer one nothing is kept
  CaseLines(InputStream in, int limit) {
    this.in = in;
    this.limit = limit;
  }

  /// The next line that is not blank, or empty at the end.
  Optional<Line> next() throws IOException {
    while (fill()) {
      readLine();
      number++;
      if (length > limit) {
        return Optional.of(new Line(number, Optional.empty()));
      }
      int start = number == 1 ? byteOrderMark() : 0;
      if (!isBlank(start)) {
        return Optional.of(
            new Line(number, Optional.of(ByteBuffer.wrap(line, start, (int) length - start))));
      }
    }
    return Optional.empty();
  }

  private void readLine() throws IOException {
    length = 0;
    while (fill()) {
      int stop = position;
      while (stop < end && chunk[stop] != '\n') {
        stop++;
      }
      append(stop - position);
      position = stop;
      if (stop < end) {
        position++;
        return;
      }
    }
  }

  /// Makes sure that the chunk holds a byte, unless there is none left.
  private boolean fill() throws IOException {
    if (position == end) {
      position = 0;
      end = Math.max(0, in.read(chunk));
    }
    return position < end;
  }

  private void append(int bytes) {
    long longer = length + bytes;
    if (longer <= limit) {
      if (longer > line.length) {
        line = Arrays.copyOf(line, (int) Math.max(longer, Math.min(2L * line.length, limit)));
      }
      System.arraycopy(chunk, position, line, (int) length, bytes);
    }
    length = longer;
  }

  private int byteOrderMark() {
    int mark = BYTE_ORDER_MARK.length;
    return length >= mark && Arrays.equals(line, 0, mark, BYTE_ORDER_MARK, 0, mark) ? mark : 0;
  }

  private boolean isBlank(int start) {
    for (int i = start; i < length; i++) {
      if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
        return false;
      }
    }
    return true;
  }
}

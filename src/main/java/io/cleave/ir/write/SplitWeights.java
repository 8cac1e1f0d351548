package io.cleave.ir.write;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// The `.bin` file of a [SplitModel]: its constants, one after the other.
final class SplitWeights {
  /// As large as the largest element: who maps the file may take elements from where they are.
  private static final int ALIGNMENT = 8;

  private final List<SplitFeed> feeds;
  private final long[] offsets;
  private final long end;

  SplitWeights(List<SplitFeed> feeds) {
    this(0, feeds);
  }

  /// @param at where what stands before them ends
  private SplitWeights(long at, List<SplitFeed> feeds) {
    this.feeds = feeds;
    this.offsets = new long[feeds.size()];
    long end = at;
    for (int input = 0; input < offsets.length; input++) {
      SplitFeed feed = feeds.get(input);
      offsets[input] = feed.bytes().isPresent() ? aligned(end) : end;
      end = offsets[input] + feed.size();
    }
    this.end = end;
  }

  /// Checks that an array holds constants, before they are made.
  ///
  /// @param data how many bytes of data stand before them
  /// @throws IllegalArgumentException if it does not
  static void requireFit(long data, List<SplitFeed> operands) {
    long bytes = new SplitWeights(data, operands).end;
    if (bytes > PackedValues.MOST) {
      throw new IllegalArgumentException(
          "the constants of a model are written with at most %s bytes together, not %s; make the data a parameter"
              .formatted(PackedValues.MOST, bytes));
    }
  }

  private static long aligned(long bytes) {
    return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
  }

  /// Where what goes into an input begins; of no consequence for a parameter.
  long offset(int input) {
    return offsets[input];
  }

  byte[] toBytes() {
    byte[] bytes = new byte[PackedValues.requireFit(end)];
    for (int input = 0; input < offsets.length; input++) {
      int begin = (int) offsets[input];
      SplitFeed feed = feeds.get(input);
      feed.bytes()
          .ifPresent(
              data ->
                  MemorySegment.copy(
                      data, ValueLayout.JAVA_BYTE, 0, bytes, begin, (int) feed.size()));
    }
    return bytes;
  }
}

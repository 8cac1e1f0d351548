package io.cleave.ir.write;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// The `.bin` file of a [SplitModel]: its constants, one after the other.
final class SplitWeights {
  /// As large as the largest element: who maps the file may take elements from where they are.
  private static final int ALIGNMENT = 8;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<Integer> offsets = new ArrayList<>();

  SplitWeights(List<SplitFeed> feeds) {
    for (SplitFeed feed : feeds) {
      bytes.writeBytes(new byte[feed.bytes().isPresent() ? padding() : 0]);
      offsets.add(bytes.size());
      feed.bytes().ifPresent(data -> bytes.writeBytes(data.toArray(ValueLayout.JAVA_BYTE)));
    }
  }

  private int padding() {
    return Math.ceilDiv(bytes.size(), ALIGNMENT) * ALIGNMENT - bytes.size();
  }

  /// Where what goes into an input begins; of no consequence for a parameter.
  int offset(int input) {
    return offsets.get(input);
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }
}

package io.cleave.bench.peers;

import io.cleave.plan.Geometry;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.stream.IntStream;

/// The data of a plan as an image: every row is a pixel. A channel is as wide as all runs allow, up
/// to 8 bytes: two parts of 2 bytes are two channels, whatever the elements.
///
/// @param count how many pixels
/// @param channels channels of a pixel
/// @param width bytes of a channel: 1, 2, 4 or 8
/// @param parts the parts that are not empty
record Pixels(long count, long channels, int width, List<Channels> parts) {
  /// The channels of a pixel that go to a part.
  ///
  /// @param part its index
  record Channels(int part, int first, int count) {}

  static Pixels of(SplitPlan plan) {
    Geometry geometry = plan.geometry();
    long common = Long.BYTES | geometry.row();
    for (int i = 0; i < geometry.pieces(); i++) {
      common |= geometry.run(i);
    }
    int width = (int) Long.lowestOneBit(common);
    List<Channels> parts =
        IntStream.range(0, geometry.pieces())
            .mapToObj(
                i ->
                    new Channels(
                        geometry.slice(i),
                        Math.toIntExact(geometry.offset(i) / width),
                        Math.toIntExact(geometry.run(i) / width)))
            .toList();
    return new Pixels(geometry.rows(), geometry.row() / width, width, parts);
  }

  /// True if every part is one channel.
  boolean arePlanes() {
    return channels == parts.size();
  }

  /// True if the parts are three colors and alpha.
  boolean areColorsAndAlpha() {
    return parts.size() == 2 && parts.getFirst().count == 3 && parts.getLast().count == 1;
  }
}

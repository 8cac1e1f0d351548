package io.cleave.bench.peers;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.List;

/// The data of a plan as an image: every row is a pixel. A channel is as wide as all runs allow, up
/// to 8 bytes: two parts of 2 bytes are two channels, whatever the elements.
///
/// @param count how many pixels
/// @param channels channels of a pixel
/// @param width bytes of a channel: 1, 2, 4 or 8
record Pixels(long count, long channels, int width) {
  static Pixels of(SplitPlan plan) {
    long common = Long.BYTES | plan.row();
    for (Part part : plan.parts()) {
      common |= part.run();
    }
    int width = (int) Long.lowestOneBit(common);
    return new Pixels(plan.rows(), plan.row() / width, width);
  }

  /// How many channels go to a part.
  int channels(Part part) {
    return Math.toIntExact(part.run() / width);
  }

  /// The first channel that goes to a part.
  int first(Part part) {
    return Math.toIntExact(part.offset() / width);
  }

  /// Whether every part is one channel.
  boolean arePlanes(List<Part> parts) {
    return channels == parts.size();
  }

  /// Whether the parts are three colors and alpha.
  boolean areColorsAndAlpha(List<Part> parts) {
    return parts.size() == 2 && channels(parts.getFirst()) == 3 && channels(parts.getLast()) == 1;
  }
}

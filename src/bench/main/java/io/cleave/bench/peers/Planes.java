package io.cleave.bench.peers;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Rule;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A plan that converts the pixels of a batch to planes, each with a factor and a summand: the
/// conversion that all libraries for images and models have.
///
/// @param shape images, height, width, channels
/// @param source the type of the pixels
/// @param target the type of the planes
/// @param rules of each channel
/// @param wanted how many channels, from the first one
record Planes(
    Shape shape, ElementType source, ElementType target, List<Rule.Affine> rules, int wanted) {
  private static final int RANK = 4;

  /// The planes of a plan, if it makes such.
  static Optional<Planes> of(SplitPlan plan) {
    return plan.conversion().filter(_ -> areChannels(plan)).flatMap(one -> of(plan, one));
  }

  private static boolean areChannels(SplitPlan plan) {
    return plan.shape().rank() == RANK
        && plan.axis() == RANK - 1
        && plan.parts().stream().allMatch(part -> part.length() == 1)
        && plan.parts().stream().dropWhile(Part::isWanted).noneMatch(Part::isWanted);
  }

  private static Optional<Planes> of(SplitPlan plan, Conversion conversion) {
    List<Rule.Affine> rules = new ArrayList<>();
    for (int i = 0; i < plan.partCount(); i++) {
      if (!(conversion.rule(i) instanceof Rule.Affine affine)) {
        return Optional.empty();
      }
      rules.add(affine);
    }
    int wanted = (int) plan.parts().stream().filter(Part::isWanted).count();
    return Optional.of(
        new Planes(plan.shape(), plan.type(), conversion.target(), List.copyOf(rules), wanted));
  }

  /// The number of images.
  long images() {
    return shape.extent(0);
  }

  /// The number of pixels in all images.
  long pixels() {
    return shape.volume() / channels();
  }

  /// The number of channels that a pixel has.
  int channels() {
    return (int) shape.extent(RANK - 1);
  }

  /// The factor of each channel.
  float[] scale() {
    float[] scale = new float[rules.size()];
    for (int i = 0; i < scale.length; i++) {
      scale[i] = rules.get(i).scale();
    }
    return scale;
  }

  /// The summand of each channel.
  float[] bias() {
    float[] bias = new float[rules.size()];
    for (int i = 0; i < bias.length; i++) {
      bias[i] = rules.get(i).bias();
    }
    return bias;
  }

  /// Whether the planes are of 16-bit floats.
  boolean isHalf() {
    return target == ElementType.F16;
  }

  /// The size of all planes of all channels.
  long bytes() {
    return target.bytes(batch().volume());
  }

  /// Whether every channel is wanted.
  boolean isWhole() {
    return wanted == channels();
  }

  /// Images, channels, height, width: the layout of the libraries for models.
  Shape batch() {
    return Shape.of(images(), channels(), shape.extent(1), shape.extent(2));
  }

  /// A copy of one channel of such a batch, the planes of all images one behind the other as in a
  /// part of Cleave's.
  MemorySegment channel(MemorySegment batch, int channel) {
    long plane = target.bytes(shape.extent(1) * shape.extent(2));
    MemorySegment copy = Arena.ofAuto().allocate(images() * plane, Long.BYTES);
    for (long image = 0; image < images(); image++) {
      long from = (image * channels() + channel) * plane;
      MemorySegment.copy(batch, from, copy, image * plane, plane);
    }
    return copy;
  }
}

package io.cleave.bench.peers;

import io.cleave.bench.Resources;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Rule;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// A plan that converts the pixels of a batch to planes, each with a factor and a summand: the
/// conversion that all libraries for images and models have.
///
/// @param data images, height, width, channels
/// @param isStacked whether the result is one batch `NCHW`, not a tensor for each channel
/// @param target the type of the planes
/// @param rules of each channel that is wanted, from the first one
record Planes(Layout data, boolean isStacked, ElementType target, List<Rule.Affine> rules) {
  private static final int RANK = 4;

  /// The planes of a plan, if it makes such.
  static Optional<Planes> of(SplitPlan plan) {
    return plan.conversion().filter(_ -> areChannels(plan)).flatMap(one -> of(plan, one));
  }

  private static boolean areChannels(SplitPlan plan) {
    return plan.data().shape().rank() == RANK
        && plan.axis() == RANK - 1
        && Arrays.stream(plan.lengths()).allMatch(length -> length == 1)
        && Arrays.equals(plan.positions(), LongStream.range(0, plan.lengths().length).toArray());
  }

  private static Optional<Planes> of(SplitPlan plan, Conversion conversion) {
    List<Rule.Affine> rules = new ArrayList<>();
    for (int i = 0; i < plan.lengths().length; i++) {
      if (!(conversion.rule(i) instanceof Rule.Affine affine)) {
        return Optional.empty();
      }
      rules.add(affine);
    }
    Planes planes =
        new Planes(plan.data(), plan.isStacked(), conversion.target(), List.copyOf(rules));
    return Optional.of(planes)
        .filter(one -> !one.isStacked || plan.part(0).shape().equals(one.batch()));
  }

  /// The extents of the data.
  Shape shape() {
    return data.shape();
  }

  /// The type of the pixels.
  ElementType source() {
    return data.type();
  }

  /// The bytes of the data from one line of an image to the next.
  long step() {
    return begin(0, 1) - begin(0, 0);
  }

  /// The byte of the data where a line of an image begins.
  long begin(long image, long line) {
    Layout pixel = data.cropped(0, image, 1).cropped(1, line, 1).cropped(2, 0, 1);
    return pixel.bytes() - source().bytes(channels());
  }

  /// Memory for the result: a batch, or all planes of each channel.
  List<MemorySegment> outputs(Resources resources) {
    int count = isStacked ? 1 : rules.size();
    long bytes = images() * rules.size() / count * plane();
    return Stream.generate(() -> resources.allocate(bytes)).limit(count).toList();
  }

  /// One plane in that memory.
  MemorySegment plane(List<MemorySegment> outputs, long image, int channel) {
    return isStacked
        ? outputs.getFirst().asSlice((image * rules.size() + channel) * plane(), plane())
        : outputs.get(channel).asSlice(image * plane(), plane());
  }

  /// The size of a plane.
  private long plane() {
    return target.bytes(shape().extent(1) * shape().extent(2));
  }

  /// The number of images.
  long images() {
    return shape().extent(0);
  }

  /// The number of channels that a pixel has.
  int channels() {
    return (int) shape().extent(RANK - 1);
  }

  /// True if the planes are of 16-bit floats.
  boolean isHalf() {
    return target == ElementType.F16;
  }

  /// The size of all planes.
  long bytes() {
    return target.bytes(batch().elements());
  }

  /// True if every channel becomes a plane.
  boolean isWhole() {
    return rules.size() == channels();
  }

  /// Images, planes, height, width: the layout of the libraries for models.
  Shape batch() {
    return Shape.of(images(), rules.size(), shape().extent(1), shape().extent(2));
  }

  /// A copy of one channel of such a batch, the planes of all images one behind the other as in a
  /// part of Cleave's.
  MemorySegment channel(MemorySegment batch, int channel) {
    long plane = plane();
    MemorySegment copy = Arena.ofAuto().allocate(images() * plane, Long.BYTES);
    for (long image = 0; image < images(); image++) {
      long from = (image * channels() + channel) * plane;
      MemorySegment.copy(batch, from, copy, image * plane, plane);
    }
    return copy;
  }
}

package io.cleave.opencl.run;

import io.cleave.opencl.route.Placement;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Stacking;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A stack as splits of some rows each, into stretches of its result: of a batch of images that
/// become planes, one split for each image.
///
/// An immutable value.
///
/// @param plan the stack
/// @param piece the split of one stretch of the data
/// @param count how many there are
record StackPieces(StackedPlan plan, SplitPlan piece, long count) {
  /// Of fewer bytes, a host has made the piece by the time that a device has heard of it: a launch
  /// of PoCL takes 8 us, in which one thread makes halves of 32 KiB of bytes.
  private static final long LEAST_BYTES = 64 << 10;

  /// On a queue, as many as a plan may take for its rows.
  private static final long MOST_LAUNCHES = 1 << 16;

  /// The pieces of a stack, unless they do not consist of whole rows, or not of whole bytes.
  static Optional<StackPieces> of(StackedPlan plan) {
    SplitPlan slices = plan.slices();
    long count = slices.stacking().map(Stacking::chunks).orElse(0L);
    if (count == 0) {
      return Optional.of(new StackPieces(plan, slices.slab(0), 0));
    }
    long bits = slices.type().bits() * slices.shape().volume();
    boolean areWhole = slices.rows() % count == 0 && bits % (count * Byte.SIZE) == 0;
    return areWhole
        ? Optional.of(new StackPieces(plan, slices.slab(slices.rows() / count), count))
        : Optional.empty();
  }

  /// True if a device makes them sooner than a host.
  boolean areLarge() {
    return count == 1 || piece.bytes() >= LEAST_BYTES;
  }

  /// The byte of the data where a piece begins.
  long dataAt(long index) {
    return index * piece.bytes();
  }

  /// The byte of the result where a piece of a part begins.
  long partAt(Part part, long index) {
    Stacking stacking = plan.slices().stacking().orElseThrow();
    long element = index * stacking.stride() + stacking.start(part.index());
    return plan.type().bytes(element);
  }

  /// Where a piece begins and its parts go, in buffers where data and result begin at these bytes.
  Placement placement(long index, long data, long result) {
    List<Long> offsets = new ArrayList<>(piece.partCount());
    for (Part part : piece.parts()) {
      offsets.add(part.isMoved() ? result + partAt(part, index) : 0);
    }
    return new Placement(data + dataAt(index), Placement.Target.PACKED, offsets);
  }

  /// Checks that a queue takes all pieces.
  ///
  /// @param launches for one piece
  void requireFewLaunches(int launches) {
    if (count > 0 && launches > MOST_LAUNCHES / count) {
      throw new IllegalArgumentException(
          "a stack of %s pieces, each of %s launches, takes more than the %s launches that a queue takes for a plan; split fewer rows at a time"
              .formatted(count, launches, MOST_LAUNCHES));
    }
  }
}

package io.cleave.opencl.route;

import io.cleave.opencl.route.Launch.Slot;
import io.cleave.opencl.route.Placement.Target;
import io.cleave.opencl.route.Table.Piece;
import java.util.ArrayList;
import java.util.List;

/// The parts that one launch writes, and the arguments through which it reaches them.
///
/// One packed buffer, or a single part, is one argument, and so is a list of addresses. Several
/// buffers are as many arguments as `common.cl` offers; those left over repeat the last buffer.
///
/// @param geometry the split of which these are some parts
/// @param runs the parts
/// @param arguments the number of buffers: 1, an arity of `common.cl`, or 0 for the list of
///   addresses
record OutputGroup(Geometry geometry, List<Run> runs, int arguments) {
  private static final int ADDRESSES = 0;
  private static final int[] ARITIES = {8, 16, 64};

  /// As few groups as possible: one, unless parts are in separate buffers.
  static List<OutputGroup> of(Geometry geometry) {
    List<Run> runs = geometry.runs();
    if (runs.size() == 1 || geometry.target() == Target.PACKED) {
      return List.of(new OutputGroup(geometry, runs, 1));
    }
    if (geometry.target() == Target.ADDRESSED) {
      return List.of(new OutputGroup(geometry, runs, ADDRESSES));
    }
    int arity = arity(runs.size(), geometry.device().maxOutputs());
    List<OutputGroup> groups = new ArrayList<>();
    for (int first = 0; first < runs.size(); first += arity) {
      List<Run> some = runs.subList(first, Math.min(runs.size(), first + arity));
      groups.add(new OutputGroup(geometry, some, arity));
    }
    return groups;
  }

  private static int arity(int count, int most) {
    for (int arity : ARITIES) {
      if (count <= arity || arity == most) {
        return arity;
      }
    }
    return most;
  }

  /// Some of these parts, reached in the same way.
  OutputGroup part(int first, int behind) {
    return new OutputGroup(geometry, runs.subList(first, behind), arguments);
  }

  /// The number of an output in a table, for the n-th of these parts.
  int output(int n) {
    return switch (arguments) {
      case ADDRESSES -> runs.get(n).part();
      case 1 -> 0;
      default -> n;
    };
  }

  boolean isByAddress() {
    return arguments == ADDRESSES;
  }

  /// The arguments in order.
  List<Slot> slots() {
    if (isByAddress()) {
      return List.of(new Slot.Addresses());
    }
    List<Slot> slots = new ArrayList<>(arguments);
    for (int n = 0; n < arguments; n++) {
      slots.add(new Slot.Output(runs.get(Math.min(n, runs.size() - 1)).part()));
    }
    return slots;
  }

  /// The table of these parts, each as one piece. Kernels read the width only where it fits.
  Table pieces() {
    List<Piece> pieces = new ArrayList<>(runs.size());
    for (int n = 0; n < runs.size(); n++) {
      Run run = runs.get(n);
      int width = (int) Math.min(run.length(), Integer.MAX_VALUE);
      pieces.add(new Piece(run.from(), run.to(), run.length(), width, output(n)));
    }
    return Table.ofPieces(pieces);
  }

  /// The length of all runs together.
  long sum() {
    return runs.stream().mapToLong(Run::length).sum();
  }

  /// The length from the beginning of the first run to the end of the last one.
  long span() {
    return runs.getLast().from() + runs.getLast().length() - runs.getFirst().from();
  }

  long longest() {
    return runs.stream().mapToLong(Run::length).max().orElseThrow();
  }

  long shortest() {
    return runs.stream().mapToLong(Run::length).min().orElseThrow();
  }

  /// The fewest rows, a power of two, after which every part is a multiple of a power of two long.
  long rowsTo(long multiple) {
    return runs.stream().mapToLong(run -> Geometry.rowsTo(multiple, run.length())).max().orElse(1);
  }
}

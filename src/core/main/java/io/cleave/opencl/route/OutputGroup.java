package io.cleave.opencl.route;

import io.cleave.opencl.route.Launch.Slot;
import java.util.ArrayList;
import java.util.List;

/// The parts that one launch writes, and how it reaches their outputs.
///
/// One packed buffer, or a single part, is one argument, and so is a list of addresses. Several
/// buffers are as many arguments as `outputs.cl` has; those left over repeat the last buffer.
///
/// @param job the whole of which this is a part
/// @param first the first of the job's parts
/// @param behind the first that is not of this group
/// @param arguments how many buffers the kernel takes: 1, what `outputs.cl` offers, or none but the
///   list of addresses
public record OutputGroup(Job job, int first, int behind, int arguments) {
  private static final int FEWEST = 4;
  private static final int ADDRESSES = 0;

  /// As few groups as possible: one, unless the parts are in buffers of their own.
  public static List<OutputGroup> of(Job job) {
    int count = job.parts().size();
    return switch (job.reach()) {
      case PACKED -> List.of(new OutputGroup(job, 0, count, 1));
      case ADDRESSES -> List.of(new OutputGroup(job, 0, count, count == 1 ? 1 : ADDRESSES));
      case BUFFERS -> ofBuffers(job, count);
    };
  }

  private static List<OutputGroup> ofBuffers(Job job, int count) {
    if (count <= 1) {
      return List.of(new OutputGroup(job, 0, count, 1));
    }
    int arguments = Math.clamp(Power.atLeast(count), FEWEST, job.facts().maxOutputs());
    List<OutputGroup> groups = new ArrayList<>(Math.ceilDiv(count, arguments));
    for (int first = 0; first < count; first += arguments) {
      groups.add(new OutputGroup(job, first, Math.min(count, first + arguments), arguments));
    }
    return groups;
  }

  /// A group for each part.
  public static List<OutputGroup> ofEach(Job job) {
    List<OutputGroup> groups = new ArrayList<>(job.parts().size());
    for (int i = 0; i < job.parts().size(); i++) {
      groups.add(new OutputGroup(job, i, i + 1, 1));
    }
    return groups;
  }

  /// Some of these parts, reached in the same way.
  ///
  /// @param from the first of them
  /// @param to the first behind them
  public OutputGroup part(int from, int to) {
    return new OutputGroup(job, first + from, first + to, arguments);
  }

  /// The same parts of some of the job's rows.
  public OutputGroup rows(long firstRow, long count) {
    return new OutputGroup(job.rows(firstRow, count), first, behind, arguments);
  }

  /// The parts.
  public List<Stretch> parts() {
    return job.parts().subList(first, behind);
  }

  /// Whether the kernel finds the outputs by a list of addresses, of all the plan's parts.
  boolean isByAddress() {
    return arguments == ADDRESSES;
  }

  /// The number of an output in a table, for the n-th of these parts.
  public int output(int n) {
    return switch (arguments) {
      case ADDRESSES -> job.parts().get(first + n).part();
      case 1 -> 0;
      default -> n;
    };
  }

  /// The arguments in order.
  public List<Slot> slots() {
    if (isByAddress()) {
      return List.of(new Slot.Addresses());
    }
    List<Slot> slots = new ArrayList<>(arguments);
    for (int n = 0; n < arguments; n++) {
      slots.add(new Slot.Output(job.parts().get(Math.min(first + n, behind - 1)).part()));
    }
    return slots;
  }

  /// The table of these parts, each as one piece.
  public Table pieces() {
    List<Stretch> parts = parts();
    List<Table.Piece> pieces = new ArrayList<>(parts.size());
    for (int n = 0; n < parts.size(); n++) {
      Stretch part = parts.get(n);
      int width = Math.toIntExact(part.run());
      pieces.add(new Table.Piece(part.from(), part.to(), part.run(), width, output(n)));
    }
    return Table.ofPieces(pieces);
  }

  /// The runs of all these parts together.
  public long sum() {
    long sum = 0;
    for (Stretch part : parts()) {
      sum += part.run();
    }
    return sum;
  }

  /// From where the first part begins to where the last one ends.
  public long span() {
    Stretch last = parts().getLast();
    return last.from() + last.run() - parts().getFirst().from();
  }

  /// The longest run.
  public long longest() {
    long longest = 0;
    for (Stretch part : parts()) {
      longest = Math.max(longest, part.run());
    }
    return longest;
  }

  /// The shortest run.
  public long shortest() {
    long shortest = Long.MAX_VALUE;
    for (Stretch part : parts()) {
      shortest = Math.min(shortest, part.run());
    }
    return shortest;
  }

  /// The fewest rows, a power of two, after which every part is a multiple of a power of two long.
  public long rowsTo(long multiple) {
    long rows = 1;
    for (Stretch part : parts()) {
      rows = Math.max(rows, Power.repeatsTo(multiple, part.run()));
    }
    return rows;
  }

  /// `, parts 0 to 63: 64 outputs a launch`, or nothing where one launch takes all.
  public String reason() {
    int all = job.parts().size();
    if (behind - first == all) {
      return "";
    }
    int from = job.parts().get(first).part();
    int to = job.parts().get(behind - 1).part();
    return arguments == 1
        ? ", part %s".formatted(from)
        : ", parts %s to %s: %s outputs a launch".formatted(from, to, arguments);
  }
}

package io.cleave.opencl;

import io.cleave.backend.Route;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Rows that are too long for a device, each cut into pieces of bytes: of a piece, every part is
/// one stretch. A piece is made when it is asked for: a row may have more of them than a list
/// holds.
///
/// @param whole the plan for all rows, in bytes
/// @param size the bytes of every piece but the last of a row
/// @param parts the parts of the whole plan that are not empty
/// @param spans the pieces of one row that hold something of a wanted part, in order
record Pieces(SplitPlan whole, long size, List<Part> parts, List<Span> spans) implements Steps {
  /// Pieces begin at multiples of a cache line within their row.
  private static final long MULTIPLE = 128;

  /// Pieces next to each other.
  ///
  /// @param first how many pieces of the row lie before them
  /// @param before how many of those hold something
  /// @param count how many these are
  record Span(long first, long before, long count) {
    long end() {
      return first + count;
    }
  }

  /// @param from the byte of the row where it begins
  /// @param plan one row of bytes
  /// @param parts which part of the whole plan each part of the piece's plan is
  private record Piece(long from, SplitPlan plan, List<Part> parts) {}

  /// Pieces of at most so many bytes.
  static Pieces of(SplitPlan whole, long most) {
    long size = Math.max(1, most >= MULTIPLE ? most / MULTIPLE * MULTIPLE : most);
    List<Part> parts = whole.parts().stream().filter(part -> !part.isEmpty()).toList();
    return new Pieces(whole, size, parts, spans(parts, size));
  }

  private static List<Span> spans(List<Part> parts, long size) {
    List<Span> spans = new ArrayList<>();
    Span last = new Span(0, 0, 0);
    for (Part part : parts) {
      if (part.isWanted()) {
        long first = Math.max(last.end(), part.offset() / size);
        long end = (part.offset() + part.run() - 1) / size + 1;
        if (first > last.end() && last.count() > 0) {
          spans.add(last);
        }
        last =
            first > last.end() || last.count() == 0
                ? new Span(first, last.before() + last.count(), end - first)
                : new Span(last.first(), last.before(), Math.max(last.end(), end) - last.first());
      }
    }
    spans.add(last);
    return Collections.unmodifiableList(spans);
  }

  /// How many pieces of a row are split.
  private long ofRow() {
    Span last = spans.getLast();
    return last.before() + last.count();
  }

  private long from(long step) {
    long piece = step % ofRow();
    Span span = spans.get(first(spans, one -> one.before() + one.count() > piece));
    return (span.first() + piece - span.before()) * size;
  }

  private long end(long from) {
    return Math.min(whole.row(), from + size);
  }

  private Piece piece(long step) {
    long from = from(step);
    long end = end(from);
    int first = first(parts, part -> part.offset() + part.run() > from);
    int behind = first(parts, part -> part.offset() >= end);
    List<Part> inside = parts.subList(first, behind);
    long[] lengths = inside.stream().mapToLong(part -> overlap(part, from, end)).toArray();
    SplitPlan plan = SplitPlan.byLengths(Shape.of(end - from), ElementType.U8, 0, lengths);
    int[] unwanted =
        IntStream.range(0, inside.size()).filter(i -> !inside.get(i).isWanted()).toArray();
    return new Piece(from, unwanted.length == 0 ? plan : plan.without(unwanted), inside);
  }

  /// The first one that holds, of a list whose last ones do, by bisection.
  private static <T> int first(List<T> list, Predicate<T> holds) {
    int from = 0;
    int to = list.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (holds.test(list.get(middle))) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }

  private static long overlap(Part part, long from, long end) {
    return Math.min(end, part.offset() + part.run()) - Math.max(from, part.offset());
  }

  @Override
  public boolean fit() {
    return true;
  }

  @Override
  public long count() {
    return whole.rows() * ofRow();
  }

  @Override
  public SplitPlan plan(long step) {
    return piece(step).plan();
  }

  @Override
  public Stream<SplitPlan> plans() {
    return LongStream.range(0, ofRow()).mapToObj(this::plan);
  }

  @Override
  public MemorySegment data(long step, MemorySegment data) {
    long from = from(step);
    long row = step / ofRow();
    return data.asSlice(row * whole.row() + from, end(from) - from);
  }

  @Override
  public List<@Nullable MemorySegment> parts(
      long step, List<? extends @Nullable MemorySegment> parts) {
    Piece piece = piece(step);
    long row = step / ofRow();
    List<@Nullable MemorySegment> slices = new ArrayList<>(piece.parts().size());
    for (Part stretch : piece.plan().parts()) {
      Part part = piece.parts().get(stretch.index());
      MemorySegment memory = parts.get(part.index());
      long at = row * part.run() + Math.max(0, piece.from() - part.offset());
      slices.add(memory == null ? null : memory.asSlice(at, stretch.bytes()));
    }
    return slices;
  }

  /// A part may begin anywhere in a row, and a row anywhere.
  @Override
  public boolean keepAlignment() {
    return false;
  }

  @Override
  public Steps finer(long most) {
    return most < size ? of(whole, most) : this;
  }

  @Override
  public Route describe(Route step) {
    String reason =
        "%s; each row in %s pieces of up to %s bytes, so that each fits the device"
            .formatted(step.reason(), ofRow(), size);
    return new Route(step.name(), reason, step.steps());
  }
}

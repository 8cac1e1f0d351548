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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Rows that are too long for a device, each cut into pieces of bytes: of a piece, every part is
/// one stretch.
///
/// @param whole the plan for all rows, in bytes
/// @param size the bytes of every piece but the last of a row
/// @param ofRow the pieces of one row that hold something of a wanted part
record Pieces(SplitPlan whole, long size, List<Piece> ofRow) implements Steps {
  /// Pieces begin at multiples of a cache line within their row.
  private static final long MULTIPLE = 128;

  /// @param from the byte of the row where it begins
  /// @param plan one row of bytes
  /// @param parts which part of the whole plan each part of the piece's plan is
  record Piece(long from, SplitPlan plan, List<Integer> parts) {}

  /// Pieces of at most so many bytes.
  static Pieces of(SplitPlan whole, long most) {
    long size = Math.max(1, most >= MULTIPLE ? most / MULTIPLE * MULTIPLE : most);
    List<Part> parts = whole.parts().stream().filter(part -> !part.isEmpty()).toList();
    List<Piece> pieces = new ArrayList<>();
    int first = 0;
    for (long from = 0; from < whole.row(); from += size) {
      long end = Math.min(whole.row(), from + size);
      while (parts.get(first).offset() + parts.get(first).run() <= from) {
        first++;
      }
      addPiece(pieces, from, end, parts.subList(first, parts.size()));
    }
    return new Pieces(whole, size, Collections.unmodifiableList(pieces));
  }

  /// @param parts those that end behind the beginning
  private static void addPiece(List<Piece> pieces, long from, long end, List<Part> parts) {
    List<Part> inside = parts.stream().takeWhile(part -> part.offset() < end).toList();
    if (inside.stream().anyMatch(Part::isWanted)) {
      long[] lengths = inside.stream().mapToLong(part -> overlap(part, from, end)).toArray();
      SplitPlan plan = SplitPlan.byLengths(Shape.of(end - from), ElementType.U8, 0, lengths);
      int[] unwanted =
          plan.parts().stream()
              .mapToInt(Part::index)
              .filter(index -> !inside.get(index).isWanted())
              .toArray();
      List<Integer> indices = inside.stream().map(Part::index).toList();
      pieces.add(new Piece(from, unwanted.length == 0 ? plan : plan.without(unwanted), indices));
    }
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
    return whole.rows() * ofRow.size();
  }

  private Piece piece(long step) {
    return ofRow.get(Math.toIntExact(step % ofRow.size()));
  }

  @Override
  public SplitPlan plan(long step) {
    return piece(step).plan();
  }

  @Override
  public Stream<SplitPlan> plans() {
    return ofRow.stream().map(Piece::plan);
  }

  @Override
  public MemorySegment data(long step, MemorySegment data) {
    Piece piece = piece(step);
    long row = step / ofRow.size();
    return data.asSlice(row * whole.row() + piece.from(), piece.plan().bytes());
  }

  @Override
  public List<@Nullable MemorySegment> parts(
      long step, List<? extends @Nullable MemorySegment> parts) {
    Piece piece = piece(step);
    long row = step / ofRow.size();
    List<@Nullable MemorySegment> slices = new ArrayList<>(piece.parts().size());
    for (Part stretch : piece.plan().parts()) {
      Part part = whole.part(piece.parts().get(stretch.index()));
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
            .formatted(step.reason(), ofRow.size(), size);
    return new Route(step.name(), reason, step.steps());
  }
}

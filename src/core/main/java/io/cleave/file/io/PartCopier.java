package io.cleave.file.io;

import io.cleave.Splitter;
import io.cleave.file.format.ByteReader;
import io.cleave.file.format.DataSource;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.io.TileLoop.Tile;
import io.cleave.plan.Cut;
import io.cleave.plan.Geometry;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.AbstractSplitter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits one tensor of a file in bounded memory, whatever its size: reads the data from its first
/// byte to its last, and appends to a [PartWriter] for each part.
final class PartCopier {
  /// Bytes from which runs are written one by one; see performance.md#constants.
  private static final long LONG_RUN = 16L << 10;

  private final Splitter splitter;
  private final SplitPlan plan;
  private final StoredLayout stored;
  private final DataSource source;
  private final long tileBytes;

  /// True if the bytes of elements are swapped before a conversion; otherwise the writer does it.
  private final boolean swaps;

  /// True if the splitter reads the mapping itself. Only plain Java may: if the file is cut short,
  /// Java throws an error, and a driver would end the process.
  private final boolean isDirect;

  /// True if runs are written from the mapping as they are: nothing is left for the splitter to do.
  private final boolean isPlain;

  /// True if the system copies each part, which is contiguous.
  private final boolean copiesParts;

  /// Tiles of whole indices; null if there is a tile for chunks or for each run instead.
  private final @Nullable Slabs slabs;

  /// How many chunks of each slice a tile has, if rows are too large for a tile and slices are
  /// stacked behind the cut axis; else 0.
  private final long chunks;

  /// Tiles of whole indices of an axis before the cut one, or one tile of all data.
  ///
  /// @param axis -1 for all data
  /// @param count how many indices a tile has
  private record Slabs(int axis, long count) {}

  /// @param splitter stays open
  /// @param plan of the bytes as they are in the file
  /// @param stored how they are arranged there
  /// @param tileBytes the most bytes of the data, and of the parts, of a tile, see [TileLoop]
  PartCopier(
      Splitter splitter, SplitPlan plan, StoredLayout stored, DataSource source, long tileBytes) {
    this.splitter = splitter;
    this.plan = compact(plan);
    this.stored = stored;
    this.source = source;
    this.tileBytes = tileBytes;
    this.swaps = plan.conversion().isPresent() && !stored.isLittleEndian();
    boolean isJava = splitter instanceof AbstractSplitter host && host.isJava();
    this.isDirect = !source.isDeflated() && !swaps && isJava;
    this.isPlain = isDirect && isWhole() && plan.conversion().isEmpty();
    this.copiesParts = !source.isDeflated() && areContiguous();
    this.slabs = copiesParts || hasLongRuns() ? null : slabs();
    this.chunks = slabs == null ? chunks() : 0;
  }

  /// An equivalent plan with all rows along one axis, so that a slab may have any number of rows.
  private static SplitPlan compact(SplitPlan plan) {
    return plan.isStacked() || !plan.data().isDense() || plan.rows() == 0
        ? plan
        : plan.slab(plan.rows());
  }

  private boolean areContiguous() {
    return !plan.isStacked() && plan.parts().stream().allMatch(Part::isContiguous);
  }

  private boolean hasLongRuns() {
    Geometry geometry = plan.geometry();
    long runs = geometry.allRows() * geometry.pieces();
    boolean areOpen = plan.partCount() <= AtomicFiles.MAX_OPEN || geometry.allRows() == 1;
    return runs == 0
        || (isPlain && !plan.isStacked() && areOpen && plan.partBytes() / runs >= LONG_RUN);
  }

  /// True if the data is not read from the first byte to the last, so that it cannot be inflated on
  /// the way: chunks are read from several places, and packed runs begin at a byte that the run
  /// before ends with.
  boolean readsBack() {
    return chunks > 0 || (slabs == null && plan.partCount() > 0 && plan.data().type().isSubByte());
  }

  /// The largest slabs that fit; of types narrower than a byte, those that begin on whole bytes,
  /// even if they are larger. Null if even one index does not fit.
  private @Nullable Slabs slabs() {
    Slabs all = new Slabs(-1, 0);
    boolean fits = Math.max(plan.data().bytes(), plan.partBytes()) <= tileBytes;
    if (fits && (plan.data().isDense() || plan.axis() == 0)) {
      return all;
    }
    Slabs smallest = all;
    for (int axis = 0; axis < plan.axis(); axis++) {
      long extent = plan.data().shape().extent(axis);
      long step = Math.min(step(axis), extent);
      if (step == 0) {
        break;
      }
      SplitPlan one = plan.slab(axis, step);
      long bytes = Math.max(1, Math.max(one.data().bytes(), one.partBytes()));
      smallest = new Slabs(axis, step);
      if (bytes <= tileBytes) {
        return new Slabs(axis, Math.min(tileBytes / bytes * step, extent));
      }
    }
    boolean canRun = isWhole() || plan.conversion().isPresent() || plan.geometry().allRows() == 1;
    return canRun ? null : smallest;
  }

  /// True if rows and runs begin and end on whole bytes.
  private boolean isWhole() {
    return plan.geometry().unit() == Unit.BYTE;
  }

  /// How many indices of an axis begin and end on whole bytes, in the data and in all parts; 0 if
  /// that depends on the indices of other axes.
  private long step(int axis) {
    if (!plan.data().type().isSubByte()) {
      return 1;
    }
    boolean isWhole = plan.data().stride(axis) % Byte.SIZE == 0;
    for (Part part : plan.slab(axis, 1).parts()) {
      isWhole &= part.shape().elements() * part.type().bits() % Byte.SIZE == 0;
    }
    return isWhole ? 1 : axis == 0 ? Byte.SIZE : 0;
  }

  /// Splits the data.
  ///
  /// @param parts one for each part
  void copy(List<PartWriter> parts) throws IOException {
    boolean isBySlices =
        plan.isStacked() && (slabs == null ? chunks == 0 : slabs.axis >= plan.stackAxis());
    List<PartWriter> writers = isBySlices ? slices(parts.getFirst()) : parts;
    if (copiesParts) {
      for (Part part : plan.parts()) {
        writers.get(part.index()).appendAll(source.file(), source.offset() + part.offset());
      }
    } else {
      copyTiles(writers);
    }
    for (PartWriter writer : writers) {
      writer.requireFull();
    }
    if (isBySlices) {
      parts.getFirst().updateChecksum();
    }
  }

  /// Writers of the slices of a stack: each has a range for every index of the axes before that
  /// along which they follow one another.
  private List<PartWriter> slices(PartWriter stack) {
    List<PartWriter> slices = new ArrayList<>();
    long begin = 0;
    for (Part slice : plan.unstacked().parts()) {
      long[] outer = Arrays.copyOf(slice.shape().extents(), plan.stackAxis());
      long ranges = Math.max(1, Shape.of(outer).elements());
      long range = slice.bytes() / ranges;
      long stride = plan.part(0).bytes() / ranges;
      slices.add(stack.slice(slice.index(), begin, slice.bytes(), range, stride));
      begin += range;
    }
    return slices;
  }

  /// Where a row begins, in units of the geometry.
  private static long position(Geometry loops, long row) {
    long at = loops.start() + row % loops.rows() * loops.row();
    long outer = row / loops.rows();
    for (Geometry.Level level : loops.levels().reversed()) {
      at += outer % level.count() * level.stride();
      outer /= level.count();
    }
    return at;
  }

  private void copyTiles(List<PartWriter> writers) throws IOException {
    // Shared, so that a splitter may use several threads.
    try (Arena arena = Arena.ofShared();
        ByteReader reader = source.open();
        TileLoop loop = new TileLoop(splitter, writers, arena)) {
      if (slabs != null) {
        addSlabs(slabs, reader, loop);
      } else if (chunks > 0) {
        addChunks(reader, loop);
      } else {
        addRuns(writers, reader, loop);
      }
      loop.finish();
      reader.finish();
    }
  }

  /// A tile whose data is in one place.
  ///
  /// @param from the byte of the data where they begin
  private Tile tile(ByteReader reader, SplitPlan part, long from, int first) {
    long bytes = part.data().bytes();
    return isDirect
        ? new Tile(part, 0, _ -> source.mapped().asSlice(from, bytes), first)
        : new Tile(part, bytes, buffer -> read(reader, from, buffer), first);
  }

  private MemorySegment read(ByteReader reader, long from, MemorySegment buffer)
      throws IOException {
    reader.read(from, buffer);
    if (swaps) {
      stored.toLittleEndian(buffer, buffer);
    }
    return buffer;
  }

  private void addSlabs(Slabs slabs, ByteReader reader, TileLoop loop) throws IOException {
    int axis = slabs.axis;
    if (axis < 0) {
      loop.add(tile(reader, plan, 0, 0));
      return;
    }
    Shape shape = plan.data().shape();
    SplitPlan largest = plan.slab(axis, slabs.count);
    long rest = shape.extent(axis) % slabs.count;
    SplitPlan last = rest == 0 ? largest : plan.slab(axis, rest);
    long[] index = new long[axis + 1];
    while (index[0] < shape.extent(0)) {
      boolean isLast = shape.extent(axis) - index[axis] < slabs.count;
      loop.add(tile(reader, isLast ? last : largest, plan.data().offset(index), 0));
      index[axis] += slabs.count;
      for (int i = axis; i > 0 && index[i] >= shape.extent(i); i--) {
        index[i] = 0;
        index[i - 1]++;
      }
    }
  }

  /// Writes each run from the mapping, or splits it by a separate plan, some elements a tile.
  private void addRuns(List<PartWriter> writers, ByteReader reader, TileLoop loop)
      throws IOException {
    Geometry runs = plan.unstacked().geometry();
    int bits = plan.data().type().bits();
    // In eights, which are whole bytes however narrow the elements are.
    long wider = Math.max(bits, plan.partType().bits());
    long most = Math.max(1, Math.min(OutputFile.BUFFER, tileBytes) / wider) * Byte.SIZE;
    for (long row = 0; row < runs.allRows(); row++) {
      long at = position(runs, row);
      for (int i = 0; i < runs.pieces(); i++) {
        int slice = runs.slice(i);
        long begin = at + runs.offset(i);
        if (isPlain) {
          writers.get(slice).append(source.mapped().asSlice(begin, runs.run(i)));
          continue;
        }
        long elements = runs.elements(runs.run(i));
        for (long done = 0; done < elements; done += most) {
          long count = Math.min(most, elements - done);
          loop.add(run(reader, slice, runs.elements(begin) + done, count));
        }
      }
    }
  }

  /// A tile of elements of one run. The tile begins with a whole byte, at a multiple of eight
  /// packed ones.
  private Tile run(ByteReader reader, int slice, long from, long count) {
    int bits = plan.data().type().bits();
    long skipped = bits < Byte.SIZE ? from % Byte.SIZE : 0;
    Layout layout = Layout.of(plan.data().type(), skipped + count);
    SplitPlan run = SplitPlan.of(layout, 0, Cut.byLengths(skipped, count)).only(1);
    SplitPlan converted =
        plan.conversion().map(values -> run.converted(values.ofParts(slice))).orElse(run);
    return tile(reader, converted, (from - skipped) * bits / Byte.SIZE, slice);
  }

  /// The elements of a chunk: of a slice that is stacked behind the cut axis, those that are
  /// consecutive in data and part.
  private long chunk() {
    return plan.geometry().elements(plan.geometry().run(0));
  }

  /// How many chunks of each slice fit a tile, as data and as parts; 0 if there are none.
  private long chunks() {
    int slices = plan.geometry().pieces();
    boolean areInterleaved = plan.isStacked() && plan.stackAxis() > plan.axis();
    long bits = Math.max(plan.data().type().bits(), plan.partType().bits());
    return areInterleaved && slices > 0 ? tileBytes * Byte.SIZE / (chunk() * slices * bits) : 0;
  }

  /// Tiles of some chunks of each slice, which are converted first and then stacked.
  private void addChunks(ByteReader reader, TileLoop loop) throws IOException {
    Geometry runs = plan.unstacked().geometry();
    int slices = runs.pieces();
    long chunk = chunk();
    long perRun = runs.elements(runs.run(0)) / chunk;
    long atOnce = Math.min(chunks, perRun);
    for (long row = 0; row < runs.allRows(); row++) {
      long at = position(runs, row);
      for (long done = 0; done < perRun; done += atOnce) {
        long count = Math.min(atOnce, perRun - done);
        Tile[] from = new Tile[slices];
        for (int i = 0; i < slices; i++) {
          long begin = runs.elements(at + runs.offset(i)) + done * chunk;
          from[runs.slice(i)] = run(reader, runs.slice(i), begin, count * chunk);
        }
        Layout block = Layout.of(plan.partType(), slices, count, chunk);
        SplitPlan stack = SplitPlan.of(block, 0, Cut.intoEqualParts(slices)).stacked(1);
        loop.add(new Tile(stack, block.bytes(), buffer -> gather(from, buffer), 0));
      }
    }
  }

  private MemorySegment gather(Tile[] runs, MemorySegment buffer) throws IOException {
    long each = buffer.byteSize() / runs.length;
    // Shared, so that a splitter may use several threads.
    try (Arena own = Arena.ofShared()) {
      for (int i = 0; i < runs.length; i++) {
        MemorySegment data = runs[i].fetch().into(own.allocate(runs[i].buffered()));
        splitter.split(runs[i].plan(), data, buffer.asSlice(i * each, each));
      }
    }
    return buffer;
  }
}

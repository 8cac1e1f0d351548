package io.cleave.file.io;

import io.cleave.Splitter;
import io.cleave.file.format.DataSource;
import io.cleave.file.format.MappedFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.io.TileLoop.Tile;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Geometry;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.KnownDevice;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Carries out the plan of one tensor on data of any size in bounded memory, from its first byte to
/// its last.
final class PartCopier {
  /// Written run by run, 2 GiB in four parts took, of the time in slabs, 0.2 in runs of 1 MiB, 0.35
  /// of 64 KiB, 0.8 of 16 KiB, and as long of 4 KiB; two cores, files cached, medians.
  private static final long LONG_RUN = 16L << 10;

  private final Splitter splitter;
  private final SplitPlan plan;
  private final DataSource source;
  private final MappedFile file;
  private final StoredLayout stored;
  private final long window;
  private final boolean swaps;

  /// True if plain Java reads the mapping itself: a page of it that is gone is an error to Java,
  /// and the end of the process to a driver.
  private final boolean isDirect;

  private final Way way;

  /// Null if the data is not taken apart by slabs.
  private final @Nullable Slabs slabs;

  private enum Way {
    /// The system copies each part.
    PARTS,
    /// Runs go from the mapping to their files.
    RUNS,
    /// See [Slabs].
    SLABS,
    /// Slices that are stacked behind the cut axis are read in as many places, some chunks of each
    /// at a time.
    CHUNKS,
    /// Each run is split as a plan of its own.
    SPLIT_RUNS,
  }

  /// As much at a time as there are indices of an axis before the cut one, or all.
  ///
  /// @param axis -1 for all
  /// @param count of indices
  private record Slabs(int axis, long count) {}

  /// @param splitter stays open
  /// @param plan of the bytes as they are in the file
  /// @param stored how they are arranged there
  /// @param window the bytes of data and of parts that are in memory at a time, see [TileLoop]
  PartCopier(
      Splitter splitter,
      SplitPlan plan,
      DataSource source,
      MappedFile file,
      StoredLayout stored,
      long window) {
    this.splitter = splitter;
    this.plan = compact(plan);
    this.source = source;
    this.file = file;
    this.stored = stored;
    this.window = window;
    this.swaps = plan.conversion().isPresent() && !stored.isLittleEndian();
    this.isDirect = !source.isDeflated() && !swaps && KnownDevice.isJava(splitter.device());
    boolean isCopied = areContiguous() || hasLongRuns();
    this.slabs = isCopied ? null : slabs();
    this.way = way();
  }

  /// All rows along one axis, so that a slab may have any number of them.
  private static SplitPlan compact(SplitPlan plan) {
    return plan.isStacked() || !plan.data().isDense() || plan.rows() == 0
        ? plan
        : plan.slab(plan.rows());
  }

  private Way way() {
    if (areContiguous()) {
      return Way.PARTS;
    }
    if (slabs != null) {
      return Way.SLABS;
    }
    if (isPlain()) {
      return Way.RUNS;
    }
    return isBroken() && chunks() > 0 ? Way.CHUNKS : Way.SPLIT_RUNS;
  }

  /// True if parts are bytes of the mapping.
  private boolean isPlain() {
    return isDirect && !plan.isStacked() && plan.conversion().isEmpty() && isWhole();
  }

  private boolean hasLongRuns() {
    Geometry geometry = plan.geometry();
    boolean areOpen = plan.partCount() <= AtomicFiles.MAX_OPEN || geometry.allRows() == 1;
    return isPlain() && areOpen && made(plan) / geometry.allRows() / geometry.pieces() >= LONG_RUN;
  }

  private boolean areContiguous() {
    return plan.geometry().pieces() == 0
        || (!plan.isStacked()
            && !source.isDeflated()
            && plan.parts().stream().allMatch(Part::isContiguous));
  }

  /// True if the sink gets each slice of a stack as a part, and not all in one.
  boolean isBySlices() {
    return plan.isStacked()
        && (slabs != null ? slabs.axis >= plan.stackAxis() : way == Way.SPLIT_RUNS);
  }

  /// True if the data is read in several places at once, so that it cannot be inflated on the way.
  boolean isGathered() {
    return way == Way.CHUNKS;
  }

  /// The largest slabs that fit; of types narrower than a byte, those that begin on whole bytes,
  /// even if they are larger. Null if even one index does not fit.
  private @Nullable Slabs slabs() {
    Slabs all = new Slabs(-1, 0);
    boolean fits = Math.max(plan.data().bytes(), made(plan)) <= window;
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
      long bytes = Math.max(1, Math.max(one.data().bytes(), made(one)));
      smallest = new Slabs(axis, step);
      if (bytes <= window) {
        return new Slabs(axis, Math.min(window / bytes * step, extent));
      }
    }
    boolean canRun = isWhole() || plan.conversion().isPresent() || plan.geometry().allRows() == 1;
    return canRun ? null : smallest;
  }

  /// True if rows and runs begin and end on whole bytes of the data.
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

  private static long made(SplitPlan plan) {
    return plan.parts().stream().mapToLong(Part::bytes).sum();
  }

  /// Splits the data.
  ///
  /// @param sink gets parts, or slices, see [#isBySlices]
  /// @param arena owns the buffers
  void copy(PartSink sink, Arena arena) throws IOException {
    switch (way) {
      case PARTS -> copyParts(sink);
      case RUNS -> copyRuns(sink);
      default -> copyTiles(sink, arena);
    }
  }

  private void copyParts(PartSink sink) throws IOException {
    boolean bySystem = sink.takesUnseen();
    for (Part part : plan.parts()) {
      long from = source.offset() + part.offset();
      if (!bySystem) {
        sink.append(part.index(), file.bytes().asSlice(from, part.bytes()));
      } else if (!sink.transfer(part.index(), file.channel(), from, part.bytes())) {
        source.requireWhole(file);
        throw new IOException("cannot read %s to its end".formatted(file.path()));
      }
    }
  }

  private void copyRuns(PartSink sink) throws IOException {
    Geometry runs = plan.geometry();
    MemorySegment data = source.in(file);
    forEachRun(
        runs,
        (row, i) -> sink.append(runs.slice(i), data.asSlice(row + runs.offset(i), runs.run(i))));
  }

  private void copyTiles(PartSink sink, Arena arena) throws IOException {
    boolean copies = !isDirect || isGathered();
    boolean convertsFirst = isGathered() && !isWhole();
    try (DataSource.Reader reader = source.open(file);
        TileLoop loop =
            new TileLoop(
                splitter,
                (tile, buffer) ->
                    convertsFirst
                        ? fetchConverted(reader, tile, Objects.requireNonNull(buffer))
                        : fetch(reader, tile, buffer),
                sink,
                copies,
                arena)) {
      switch (way) {
        case SLABS -> addSlabs(Objects.requireNonNull(slabs), loop);
        case CHUNKS -> addChunks(loop);
        default -> splitRuns(loop);
      }
      loop.finish();
    }
  }

  /// The bytes of a tile, in the buffer unless the mapping will do.
  private MemorySegment fetch(DataSource.Reader reader, Tile tile, @Nullable MemorySegment buffer)
      throws IOException {
    if (buffer == null) {
      return source.in(file).asSlice(tile.from().getFirst(), tile.bytes());
    }
    long at = 0;
    for (long from : tile.from()) {
      reader.read(from, buffer.asSlice(at, tile.bytes()));
      at += tile.bytes();
    }
    MemorySegment data = buffer.asSlice(0, at);
    if (swaps) {
      PartSink.toLittleEndian(stored, data, data);
    }
    return data;
  }

  /// The chunks of a tile whose places count packed elements, and may begin within a byte.
  private MemorySegment fetchConverted(DataSource.Reader reader, Tile tile, MemorySegment buffer)
      throws IOException {
    long count = tile.bytes() * Byte.SIZE / plan.partType().bits();
    // Shared, so that a splitter may use several threads.
    try (Arena own = Arena.ofShared()) {
      MemorySegment packed = own.allocate(plan.data().type().bytes(count + Byte.SIZE));
      for (int slice = 0; slice < tile.from().size(); slice++) {
        Tile run = run(slice, tile.from().get(slice), count);
        MemorySegment data = packed.asSlice(0, run.bytes());
        reader.read(run.from().getFirst(), data);
        splitter.split(run.plan(), data, buffer.asSlice(slice * tile.bytes(), tile.bytes()));
      }
    }
    return buffer.asSlice(0, tile.from().size() * tile.bytes());
  }

  private void addSlabs(Slabs slabs, TileLoop loop) throws IOException {
    int axis = slabs.axis;
    if (axis < 0) {
      loop.add(Tile.of(plan, 0));
      return;
    }
    Shape shape = plan.data().shape();
    SplitPlan largest = plan.slab(axis, slabs.count);
    long rest = shape.extent(axis) % slabs.count;
    SplitPlan last = rest == 0 ? largest : plan.slab(axis, rest);
    long[] index = new long[axis + 1];
    while (index[0] < shape.extent(0)) {
      boolean isLast = shape.extent(axis) - index[axis] < slabs.count;
      loop.add(Tile.of(isLast ? last : largest, plan.data().offset(index)));
      index[axis] += slabs.count;
      for (int i = axis; i > 0 && index[i] >= shape.extent(i); i--) {
        index[i] = 0;
        index[i - 1]++;
      }
    }
  }

  @FunctionalInterface
  private interface RunAction {
    void accept(long row, int piece) throws IOException;
  }

  /// Runs an action for each piece of each row, with the unit of the data where the row begins.
  private static void forEachRun(Geometry geometry, RunAction action) throws IOException {
    long[] counts = {1, 1, geometry.rows()};
    long[] strides = {0, 0, geometry.row()};
    for (int i = 0; i < geometry.levels().size(); i++) {
      int at = counts.length - 1 - geometry.levels().size() + i;
      counts[at] = geometry.levels().get(i).count();
      strides[at] = geometry.levels().get(i).stride();
    }
    for (long outer = 0; outer < counts[0]; outer++) {
      for (long inner = 0; inner < counts[1]; inner++) {
        for (long row = 0; row < counts[2]; row++) {
          long at = outer * strides[0] + inner * strides[1] + row * strides[2];
          for (int piece = 0; piece < geometry.pieces(); piece++) {
            action.accept(geometry.start() + at, piece);
          }
        }
      }
    }
  }

  /// Splits each run, some elements at a time.
  private void splitRuns(TileLoop loop) throws IOException {
    Geometry runs = plan.unstacked().geometry();
    int unitBits = runs.unit() == Unit.BYTE ? Byte.SIZE : 1;
    int bits = plan.data().type().bits();
    // In eights, which are whole bytes however narrow the elements are.
    long wider = Math.max(bits, plan.partType().bits());
    long most = Math.max(1, Math.min(OutputFile.PIECE, window) / wider) * Byte.SIZE;
    forEachRun(
        runs,
        (row, i) -> {
          long elements = runs.run(i) * unitBits / bits;
          long begin = (row + runs.offset(i)) * unitBits / bits;
          for (long done = 0; done < elements; done += most) {
            long count = Math.min(most, elements - done);
            loop.runAlone(run(runs.slice(i), begin + done, count));
          }
        });
  }

  /// Packed elements are taken from the last one on that begins a byte.
  private Tile run(int slice, long from, long count) {
    int bits = plan.data().type().bits();
    long skipped = bits < Byte.SIZE ? from % Byte.SIZE : 0;
    Layout layout = Layout.of(plan.data().type(), skipped + count);
    SplitPlan run = SplitPlan.of(layout, 0, Cut.byLengths(skipped, count)).only(1);
    SplitPlan converted =
        plan.conversion().map(values -> run.converted(values.ofParts(slice))).orElse(run);
    long at = (from - skipped) * bits / Byte.SIZE;
    return new Tile(converted, List.of(at), layout.bytes(), slice);
  }

  /// True if slices are stacked behind the cut axis, so that a run of each has chunks that are no
  /// neighbours in the part.
  private boolean isBroken() {
    return plan.isStacked() && plan.stackAxis() > plan.axis();
  }

  private long chunkElements() {
    Shape shape = plan.data().shape();
    long elements = 1;
    for (int axis = plan.stackAxis(); axis < shape.rank(); axis++) {
      elements *= shape.extent(axis);
    }
    return elements;
  }

  /// How many chunks of each slice fit, read and made.
  private long chunks() {
    long bits = Math.max(plan.data().type().bits(), plan.partType().bits());
    return window * Byte.SIZE / (chunkElements() * plan.geometry().pieces() * bits);
  }

  /// Stacks a block of chunks of each slice at a time. Packed elements are converted before.
  private void addChunks(TileLoop loop) throws IOException {
    Geometry runs = plan.unstacked().geometry();
    int slices = runs.pieces();
    ElementType read = isWhole() ? plan.data().type() : plan.partType();
    // Places are counted in bytes, or in packed elements.
    long unit = isWhole() ? 1 : plan.data().type().bits();
    long chunk = chunkElements() * (isWhole() ? read.bits() / Byte.SIZE : 1);
    long perRun = runs.run(0) / unit / chunk;
    long atOnce = Math.min(chunks(), perRun);
    SplitPlan largest = stack(read, atOnce);
    forEachRun(
        runs,
        (row, piece) -> {
          for (long done = 0; piece == 0 && done < perRun; done += atOnce) {
            long count = Math.min(atOnce, perRun - done);
            Long[] from = new Long[slices];
            for (int i = 0; i < slices; i++) {
              from[runs.slice(i)] = (row + runs.offset(i)) / unit + done * chunk;
            }
            SplitPlan block = count == atOnce ? largest : stack(read, count);
            long bytes = read.bytes(count * chunkElements());
            loop.add(new Tile(block, List.of(from), bytes, 0));
          }
        });
  }

  /// The plan of so many chunks of each slice, which are read slice by slice.
  private SplitPlan stack(ElementType read, long chunks) {
    long slices = plan.geometry().pieces();
    Layout layout = Layout.of(read, slices, chunks, chunkElements());
    SplitPlan cut = SplitPlan.of(layout, 0, Cut.intoEqualParts(slices));
    Optional<Conversion> conversion = isWhole() ? plan.conversion() : Optional.empty();
    return conversion.map(cut::converted).orElse(cut).stacked(1);
  }
}

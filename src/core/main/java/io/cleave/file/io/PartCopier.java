package io.cleave.file.io;

import io.cleave.Splitter;
import io.cleave.file.format.DataSource;
import io.cleave.file.format.MappedFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.Geometry;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.KnownDevice;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Carries out the plan of one tensor on data of any size in bounded memory, from its first byte to
/// its last.
///
/// | the plan | how |
/// |---|---|
/// | an index of an axis before the cut one fits the buffer | [SlabLoop]: as many as fit are split at a time |
/// | plain Java would only copy long runs | each run goes from the mapping to its file |
/// | no index fits, and slices are stacked behind the cut axis | read in as many places as there are slices, and stacked a block at a time |
/// | no index fits | each run of each row is copied, or split as a plan of its own |
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

  private final @Nullable Block block;
  private final boolean isGathered;

  /// Indices of an axis that are split at a time.
  ///
  /// @param axis before the cut one
  record Block(int axis, long count) {}

  /// @param splitter stays open
  /// @param plan of the bytes as they are in the file
  /// @param stored how they are arranged there
  /// @param window the bytes of data and of parts that are in memory at a time, see [SlabLoop]
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
    this.block = hasPieces() && !hasLongRuns() ? block() : null;
    this.isGathered = block == null && hasPieces() && !isWhole() && isBroken() && chunks() > 0;
  }

  /// All rows along one axis, so that a block may have any number of them.
  private static SplitPlan compact(SplitPlan plan) {
    return plan.isStacked() || !plan.data().isDense() || plan.rows() == 0
        ? plan
        : plan.slab(plan.rows());
  }

  private boolean hasPieces() {
    return plan.geometry().pieces() > 0;
  }

  /// True if the sink gets each slice of a stack as a part, and not all in one.
  boolean isBySlices() {
    if (!plan.isStacked() || isGathered) {
      return false;
    }
    return block == null ? !isWhole() : block.axis() >= plan.stackAxis();
  }

  /// True if the data is read in several places at once, so that it cannot be inflated on the way.
  boolean isGathered() {
    return isGathered;
  }

  private boolean hasLongRuns() {
    return !plan.isStacked()
        && plan.conversion().isEmpty()
        && plan.geometry().unit() == Unit.BYTE
        && isDirect
        && (plan.partCount() <= AtomicFiles.MAX_OPEN || plan.geometry().allRows() == 1)
        && made(plan) / plan.geometry().allRows() / plan.geometry().pieces() >= LONG_RUN;
  }

  /// True if all is one block, and not of an axis before the cut one.
  private boolean isWhole() {
    return plan.data().bytes() <= window && made(plan) <= window && !hasLongRuns();
  }

  /// The largest block that fits; of types narrower than a byte, one that begins on whole bytes,
  /// even if it is larger.
  private @Nullable Block block() {
    if (isWhole() && (plan.data().isDense() || plan.axis() == 0)) {
      return null;
    }
    Block smallest = null;
    for (int axis = 0; axis < plan.axis(); axis++) {
      long extent = plan.data().shape().extent(axis);
      long step = Math.min(step(axis), extent);
      if (step == 0) {
        break;
      }
      SplitPlan one = plan.slab(axis, step);
      long bytes = Math.max(1, Math.max(one.data().bytes(), made(one)));
      smallest = new Block(axis, step);
      if (bytes <= window) {
        long count = window / bytes * step;
        return new Block(axis, Math.min(count, extent));
      }
    }
    boolean canRun = plan.geometry().unit() != Unit.BIT || plan.conversion().isPresent();
    return canRun || plan.geometry().allRows() == 1 ? null : smallest;
  }

  /// How many indices of an axis begin and end on whole bytes, in the data and in all parts; 0 if
  /// that depends on the indices of other axes.
  private long step(int axis) {
    if (!plan.data().type().isSubByte()) {
      return 1;
    }
    SplitPlan one = plan.slab(axis, 1);
    boolean isWhole = plan.data().stride(axis) % Byte.SIZE == 0;
    for (Part part : one.parts()) {
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
    if (!hasPieces()) {
      return;
    }
    try (DataSource.Reader reader = source.open(file)) {
      if (block != null || isWhole()) {
        new SlabLoop(splitter, plan, block, this::fetch, isDirect).run(reader, sink, arena);
      } else if (isGathered) {
        gather(reader, sink, arena);
      } else {
        copyRuns(reader, sink, arena);
      }
    }
  }

  /// Bytes of the data, in the buffer unless the mapping will do.
  private MemorySegment fetch(
      DataSource.Reader reader, long from, long bytes, @Nullable MemorySegment buffer)
      throws IOException {
    if (isDirect || buffer == null) {
      return source.in(file).asSlice(from, bytes);
    }
    MemorySegment target = buffer.asSlice(0, bytes);
    reader.read(from, target);
    if (swaps) {
      PartSink.toLittleEndian(stored, target, target);
    }
    return target;
  }

  @FunctionalInterface
  private interface RowAction {
    void accept(long row) throws IOException;
  }

  /// Runs an action for the unit of the data where each row begins, in order.
  private static void forEachRow(Geometry geometry, RowAction action) throws IOException {
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
          action.accept(geometry.start() + at);
        }
      }
    }
  }

  private void copyRuns(DataSource.Reader reader, PartSink sink, Arena arena) throws IOException {
    Geometry runs = plan.unstacked().geometry();
    RunSplitter run = new RunSplitter(arena);
    int bits = runs.unit() == Unit.BYTE ? Byte.SIZE : 1;
    forEachRow(
        runs,
        row -> {
          for (int i = 0; i < runs.pieces(); i++) {
            int slice = runs.slice(i);
            long from = (row + runs.offset(i)) * bits;
            run.split(reader, slice, from, runs.run(i) * bits, made -> sink.append(slice, made));
          }
        });
  }

  @FunctionalInterface
  private interface Made {
    void accept(MemorySegment bytes) throws IOException;
  }

  /// Splits single runs of the data, a piece at a time.
  private final class RunSplitter {
    private final Optional<Conversion> conversion = plan.conversion();
    private final int bits = plan.data().type().bits();
    private final boolean isPlain;
    private final long most;
    private final @Nullable MemorySegment read;
    private final @Nullable MemorySegment made;

    RunSplitter(Arena arena) {
      this.isPlain = conversion.isEmpty() && plan.unstacked().geometry().unit() == Unit.BYTE;
      int wider = Math.max(bits, plan.partType().bits());
      // In eights, which are whole bytes however narrow the elements are.
      long eights = Math.min(OutputFile.PIECE / wider, longest() / bits / Byte.SIZE + 1);
      this.most = eights * Byte.SIZE;
      this.read =
          isDirect ? null : arena.allocate((most + Byte.SIZE) * bits / Byte.SIZE, Long.BYTES);
      this.made =
          isPlain ? null : arena.allocate(most * plan.partType().bits() / Byte.SIZE, Long.BYTES);
    }

    /// The bits of the longest run.
    private long longest() {
      Geometry runs = plan.unstacked().geometry();
      long units = 0;
      for (int i = 0; i < runs.pieces(); i++) {
        units = Math.max(units, runs.run(i));
      }
      return units * (runs.unit() == Unit.BYTE ? Byte.SIZE : 1);
    }

    /// @param from the bit of the data where the run begins
    /// @param length its bits
    void split(DataSource.Reader reader, int slice, long from, long length, Made taker)
        throws IOException {
      for (long done = 0; done < length; done += most * bits) {
        long size = Math.min(most * bits, length - done);
        long at = from + done;
        // Packed elements are taken from the last one on that begins a byte.
        long skipped = isPlain || bits >= Byte.SIZE ? 0 : at / bits % Byte.SIZE;
        long first = (at - skipped * bits) / Byte.SIZE;
        long bytes = Math.ceilDiv(skipped * bits + size, Byte.SIZE);
        MemorySegment data = fetch(reader, first, bytes, read);
        taker.accept(isPlain ? data : split(slice, data, skipped, size / bits));
      }
    }

    private MemorySegment split(int slice, MemorySegment data, long skipped, long count) {
      Layout layout = Layout.of(plan.data().type(), skipped + count);
      SplitPlan piece = SplitPlan.of(layout, 0, Cut.byLengths(skipped, count)).only(1);
      SplitPlan run =
          conversion.map(values -> piece.converted(values.ofParts(slice))).orElse(piece);
      MemorySegment target =
          made == null ? MemorySegment.NULL : made.asSlice(0, run.part(0).bytes());
      splitter.split(run, data, target);
      return target;
    }
  }

  /// True if slices are stacked behind the cut axis, so that a run of each has chunks that are no
  /// neighbours in the part.
  private boolean isBroken() {
    return plan.isStacked() && plan.stackAxis() > plan.axis();
  }

  private long chunkElements() {
    long elements = 1;
    for (int axis = plan.stackAxis(); axis < plan.data().shape().rank(); axis++) {
      elements *= plan.data().shape().extent(axis);
    }
    return elements;
  }

  /// How many chunks of each slice fit, read and made.
  private long chunks() {
    long bits = Math.max(plan.data().type().bits(), plan.partType().bits());
    long slices = plan.geometry().pieces();
    long each = chunkElements() * slices * bits;
    return each == 0 ? 0 : window * Byte.SIZE / each;
  }

  /// Reads a block of chunks of each slice, which stand slice by slice in memory, and stacks them.
  private void gather(DataSource.Reader reader, PartSink sink, Arena arena) throws IOException {
    Geometry runs = plan.unstacked().geometry();
    int unitBits = runs.unit() == Unit.BYTE ? Byte.SIZE : 1;
    int bits = plan.data().type().bits();
    boolean convertsFirst = runs.unit() == Unit.BIT;
    int readBits = convertsFirst ? plan.partType().bits() : bits;
    long chunk = chunkElements();
    long perRun = runs.run(0) * unitBits / bits / chunk;
    long atOnce = Math.min(chunks(), perRun);
    long slices = runs.pieces();
    MemorySegment read = arena.allocate(atOnce * chunk * slices * readBits / Byte.SIZE, Long.BYTES);
    MemorySegment made =
        arena.allocate(atOnce * chunk * slices * plan.partType().bits() / Byte.SIZE, Long.BYTES);
    RunSplitter run = convertsFirst ? new RunSplitter(arena) : null;
    forEachRow(
        runs,
        row -> {
          for (long done = 0; done < perRun; done += atOnce) {
            long count = Math.min(atOnce, perRun - done);
            long each = count * chunk * readBits / Byte.SIZE;
            for (int i = 0; i < slices; i++) {
              long from = (row + runs.offset(i)) * unitBits + done * chunk * bits;
              MemorySegment place = read.asSlice(runs.slice(i) * each, each);
              if (run == null) {
                reader.read(from / Byte.SIZE, place);
              } else {
                Filler filler = new Filler(place);
                run.split(reader, runs.slice(i), from, count * chunk * bits, filler::add);
              }
            }
            MemorySegment data = read.asSlice(0, each * slices);
            if (swaps && run == null) {
              PartSink.toLittleEndian(stored, data, data);
            }
            SplitPlan stack = stack(count, chunk, convertsFirst);
            MemorySegment target = made.asSlice(0, stack.part(0).bytes());
            splitter.split(stack, data, target);
            sink.append(0, target);
          }
        });
  }

  private SplitPlan stack(long count, long chunk, boolean isConverted) {
    long slices = plan.geometry().pieces();
    Layout read =
        Layout.of(isConverted ? plan.partType() : plan.data().type(), slices, count, chunk);
    SplitPlan cut = SplitPlan.of(read, 0, Cut.intoEqualParts(slices));
    Optional<Conversion> conversion = isConverted ? Optional.empty() : plan.conversion();
    return conversion.map(cut::converted).orElse(cut).stacked(1);
  }

  /// Fills memory piece by piece.
  private static final class Filler {
    private final MemorySegment target;
    private long filled;

    Filler(MemorySegment target) {
      this.target = target;
    }

    void add(MemorySegment bytes) {
      MemorySegment.copy(bytes, 0, target, filled, bytes.byteSize());
      filled += bytes.byteSize();
    }
  }
}

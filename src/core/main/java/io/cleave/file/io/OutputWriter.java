package io.cleave.file.io;

import io.cleave.Splitter;
import io.cleave.file.format.DataSource;
import io.cleave.file.format.FileLayout;
import io.cleave.file.format.IoFailure;
import io.cleave.file.format.MappedFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.io.OutputPlan.TensorSplit;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Writes the outputs of one job, and verifies them. Used by one thread.
final class OutputWriter {
  private final FileSplitter options;
  private final OutputPlan plan;
  private final MappedFile input;
  private final AtomicFiles files;
  private final List<FileLayout> layouts = new ArrayList<>();

  /// Parts that were written slice by slice, whose checksums are not known yet.
  private final List<PartRegion> unsummed = new ArrayList<>();

  /// Inflated data, while it is needed.
  private final List<MappedFile> inflated = new ArrayList<>();

  OutputWriter(FileSplitter options, OutputPlan plan, MappedFile input, AtomicFiles files) {
    this.options = options;
    this.plan = plan;
    this.input = input;
    this.files = files;
  }

  /// Writes all outputs, but gives them no names.
  void write() throws IOException {
    Splitter reference = options.reference();
    try {
      create();
      List<Tensor> tensors = new ArrayList<>();
      for (TensorSplit split : plan.splits()) {
        Tensor tensor = new Tensor(split);
        guarded(input, split.data().data(), tensor::write);
        tensors.add(tensor);
      }
      finish();
      if (reference != null) {
        for (Tensor tensor : tensors) {
          guarded(
              input, tensor.split.data().data(), () -> tensor.copy(tensor.copier(reference), true));
        }
      }
    } finally {
      inflated.forEach(MappedFile::close);
    }
    for (int i = 0; plan.job().target().isDeflated() && i < layouts.size(); i++) {
      files.deflate(files.file(i), layouts.get(i).sums().size(), reference != null);
    }
  }

  /// Runs an action that reads a mapping, which somebody may cut short meanwhile.
  static void guarded(MappedFile input, DataSource data, IoFailure.Call action) throws IOException {
    try {
      action.run();
    } catch (InternalError e) {
      // How the JVM reports that a page of a mapped file is gone or cannot be read.
      data.requireWhole(input);
      throw new IOException("cannot read %s: %s".formatted(input.path(), e.getMessage()), e);
    } catch (IOException e) {
      // The system's own word for a page that is gone, "bad address", would blame the output.
      data.requireWhole(input);
      throw e;
    }
    data.requireWhole(input);
  }

  private void create() throws IOException {
    for (int i = 0; i < plan.files().size(); i++) {
      FileLayout layout = plan.layout(i);
      files.file(i).create();
      files.file(i).write(layout.opening());
      layouts.add(layout.withoutOpening());
    }
  }

  private void finish() throws IOException {
    for (PartRegion region : unsummed) {
      region.sum();
    }
    for (int i = 0; i < layouts.size(); i++) {
      files.file(i).write(layouts.get(i).ending().of(layouts.get(i).sums()));
    }
  }

  /// One tensor and its parts.
  private final class Tensor {
    private final TensorSplit split;
    private final StoredLayout stored;
    private final SplitPlan inFile;
    private DataSource source;
    private MappedFile file = input;
    private List<PartRegion> regions = List.of();

    Tensor(TensorSplit split) {
      this.split = split;
      this.stored = split.data().layout();
      this.source = split.data().data();
      SplitPlan turned = stored.inFile(split.plan());
      // A stack of one is that part.
      this.inFile =
          turned.isStacked() && turned.geometry().pieces() == 1
              ? turned.unstacked().only(turned.geometry().slice(0))
              : turned;
    }

    void write() throws IOException {
      PartCopier copier = copier(options.splitter());
      if (copier.isGathered() && source.isDeflated()) {
        inflate();
        copier = copier(options.splitter());
      }
      regions = copier.isBySlices() ? slices() : parts();
      copy(copier, false);
      regions.forEach(PartRegion::requireFull);
    }

    PartCopier copier(Splitter by) {
      return new PartCopier(by, inFile, source, file, stored, options.window());
    }

    void copy(PartCopier copier, boolean checks) throws IOException {
      StoredLayout made =
          inFile.conversion().isPresent()
              ? stored.ofPart(stored.shape(), inFile.partType())
              : stored;
      // Shared, so that a splitter may use several threads.
      try (Arena arena = Arena.ofShared()) {
        copier.copy(new PartSink(regions, made, options.progress(), arena, checks), arena);
      }
    }

    /// Inflates data to a temporary file, so that it can be read in several places.
    private void inflate() throws IOException {
      OutputFile scratch = files.createScratch();
      try (DataSource.Reader reader = source.open(file);
          Arena arena = Arena.ofConfined()) {
        MemorySegment piece = arena.allocate(Math.min(OutputFile.PIECE, source.size()));
        for (long at = 0; at < source.size(); at += piece.byteSize()) {
          MemorySegment next = piece.asSlice(0, Math.min(piece.byteSize(), source.size() - at));
          reader.read(at, next);
          scratch.write(at, next);
        }
      }
      file = MappedFile.open(scratch.temporary());
      inflated.add(file);
      source = new DataSource(0, source.size(), null);
    }

    private List<PartRegion> parts() {
      return inFile.parts().stream().map(part -> region(part.index(), part.bytes())).toList();
    }

    private PartRegion region(int part, long bytes) {
      OutputPlan.Place place = split.places().get(part);
      FileLayout layout = layouts.get(place.file().index());
      return new PartRegion(
          files.file(place.file().index()),
          layout.data().get(place.tensor()),
          bytes,
          layout.sums().isEmpty() ? null : layout.sums().get(place.tensor()));
    }

    /// Regions of the slices of a stack: each has a piece for every index of the axes before that
    /// along which they follow one another.
    private List<PartRegion> slices() {
      PartRegion whole = region(0, inFile.part(0).bytes());
      unsummed.add(whole);
      List<PartRegion> slices = new ArrayList<>();
      long begin = 0;
      for (Part slice : inFile.unstacked().parts()) {
        long[] outer = Arrays.copyOf(slice.shape().extents(), inFile.stackAxis());
        long pieces = Math.max(1, Shape.of(outer).elements());
        long piece = slice.bytes() / pieces;
        slices.add(whole.pieces(begin, slice.bytes(), piece, inFile.part(0).bytes() / pieces));
        begin += piece;
      }
      return slices;
    }
  }
}

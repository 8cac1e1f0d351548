package io.cleave.file.io;

import io.cleave.Splitter;
import io.cleave.file.format.ByteReader;
import io.cleave.file.format.DataSource;
import io.cleave.file.format.FileLayout;
import io.cleave.file.format.IoFailure;
import io.cleave.file.format.MappedFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.io.OutputPlan.TensorSplit;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Writes the outputs of one job, and verifies them. Used by one thread.
final class OutputWriter {
  private final FileSplitter options;
  private final OutputPlan plan;
  private final AtomicFiles files;
  private final List<FileLayout> layouts = new ArrayList<>();

  /// Inflated data, while it is needed.
  private final List<MappedFile> inflated = new ArrayList<>();

  OutputWriter(FileSplitter options, OutputPlan plan, AtomicFiles files) {
    this.options = options;
    this.plan = plan;
    this.files = files;
  }

  /// Writes all outputs, but gives them no names.
  void write() throws IOException {
    Splitter reference = options.reference();
    try {
      if (reference != null) {
        for (TensorSplit split : plan.splits()) {
          DataSource data = split.data().data();
          guarded(data, () -> data.requireIntact(options.progress()::advance));
        }
      }
      for (FileLayout layout : (Iterable<FileLayout>) plan.layouts()::iterator) {
        OutputFile file = files.file(layouts.size());
        file.create();
        file.write(layout.opening());
        layouts.add(layout.withoutOpening());
      }
      List<Tensor> tensors = plan.splits().stream().map(Tensor::new).toList();
      for (Tensor tensor : tensors) {
        tensor.copy(options.splitter(), false);
      }
      for (int i = 0; i < layouts.size(); i++) {
        files.file(i).write(layouts.get(i).ending());
      }
      for (int i = 0; reference != null && i < tensors.size(); i++) {
        tensors.get(i).copy(reference, true);
      }
    } finally {
      inflated.forEach(MappedFile::close);
    }
    for (int i = 0; plan.target().isDeflated() && i < layouts.size(); i++) {
      files.deflate(files.file(i), layouts.get(i).data().size(), reference != null);
    }
  }

  /// Runs an action that reads a mapping, which somebody may cut short meanwhile.
  private static void guarded(DataSource data, IoFailure.Call action) throws IOException {
    try {
      action.run();
    } catch (InternalError | IOException e) {
      // The system's own word for a page that is gone, "bad address", would blame the output.
      data.requireWhole();
      if (e instanceof IOException failed) {
        throw failed;
      }
      // How the JVM reports that a page of a mapped file is gone or cannot be read.
      throw new IOException("cannot read %s: %s".formatted(data.file().path(), e.getMessage()), e);
    }
    data.requireWhole();
  }

  /// One tensor and its parts.
  private final class Tensor {
    private final TensorSplit split;
    private final SplitPlan inFile;
    private DataSource source;

    Tensor(TensorSplit split) {
      this.split = split;
      this.source = split.data().data();
      SplitPlan turned = split.data().layout().inFile(split.plan());
      // A stack of one is that part.
      this.inFile =
          turned.isStacked() && turned.geometry().pieces() == 1
              ? turned.unstacked().only(turned.geometry().slice(0))
              : turned;
    }

    /// Writes or checks the parts.
    void copy(Splitter by, boolean checks) throws IOException {
      guarded(
          split.data().data(),
          () -> {
            PartCopier copier = copier(by);
            if (copier.isGathered() && source.isDeflated()) {
              inflate();
              copier = copier(by);
            }
            copier.copy(inFile.parts().stream().map(part -> writer(part, checks)).toList());
          });
    }

    private PartCopier copier(Splitter by) {
      return new PartCopier(by, inFile, split.data().layout(), source, options.window());
    }

    private PartWriter writer(Part part, boolean checks) {
      StoredLayout stored = split.data().layout();
      OutputPlan.Place to = split.places().get(part.index());
      FileLayout layout = layouts.get(to.file().index());
      return new PartWriter(
          files.file(to.file().index()),
          part.index(),
          PartWriter.Place.of(layout.data().get(to.tensor()), part.bytes()),
          inFile.conversion().isEmpty() ? stored : stored.ofPart(stored.shape(), part.type()),
          layout.checksum(to.tensor()),
          options.progress(),
          checks);
    }

    /// Inflates data to a temporary file, so that it can be read in several places.
    private void inflate() throws IOException {
      OutputFile scratch = files.createScratch(files.file(0).target());
      try (ByteReader reader = source.open();
          Arena arena = Arena.ofConfined()) {
        MemorySegment piece = arena.allocate(Math.min(OutputFile.PIECE, source.size()));
        for (long at = 0; at < source.size(); at += piece.byteSize()) {
          MemorySegment next = piece.asSlice(0, Math.min(piece.byteSize(), source.size() - at));
          reader.read(at, next);
          scratch.write(at, next);
        }
      }
      MappedFile file = new MappedFile(scratch.temporary());
      inflated.add(file);
      source = new DataSource(file, 0, source.size(), null);
    }
  }
}

package io.cleave.file.io;

import io.cleave.Splitter;
import io.cleave.file.format.ByteReader;
import io.cleave.file.format.DataSource;
import io.cleave.file.format.FileLayout;
import io.cleave.file.format.MappedFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.io.OutputPlan.TensorSplit;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.IoFailure;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes the outputs of one job, and verifies them. Used by one thread.
final class OutputWriter {
  private final FileSplitter options;
  private final OutputPlan plan;
  private final AtomicFiles files;
  private final List<FileLayout> layouts = new ArrayList<>();

  /// Inflated copies of deflated data, in temporary files.
  private final Map<DataSource, DataSource> inflated = new HashMap<>();

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
      for (TensorSplit split : plan.splits()) {
        copy(split, options.splitter(), false);
      }
      for (int i = 0; i < layouts.size(); i++) {
        files.file(i).write(layouts.get(i).ending());
      }
      if (reference != null) {
        for (TensorSplit split : plan.splits()) {
          copy(split, reference, true);
        }
      }
    } finally {
      inflated.values().forEach(copy -> copy.file().close());
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
      // The system's own message for a page that is gone, "bad address", would blame the output.
      data.requireWhole();
      if (e instanceof IOException failed) {
        throw failed;
      }
      // How the JVM reports that a page of a mapped file is gone or cannot be read.
      throw new IOException("cannot read %s: %s".formatted(data.file().path(), e.getMessage()), e);
    }
    data.requireWhole();
  }

  /// Writes or verifies the parts of one tensor.
  private void copy(TensorSplit split, Splitter splitter, boolean verifies) throws IOException {
    DataSource data = split.data().data();
    StoredLayout stored = split.data().layout();
    SplitPlan inFile = split.inFile();
    List<PartWriter> writers =
        inFile.parts().stream().map(part -> writer(split, part, verifies)).toList();
    guarded(
        data,
        () -> {
          DataSource source = inflated.getOrDefault(data, data);
          long tile = options.tileBytes();
          PartCopier copier = new PartCopier(splitter, inFile, stored, source, tile);
          if (source.isDeflated() && copier.readsSeveralPlaces()) {
            DataSource copy = inflate(data);
            inflated.put(data, copy);
            copier = new PartCopier(splitter, inFile, stored, copy, tile);
          }
          copier.copy(writers);
        });
  }

  private PartWriter writer(TensorSplit split, Part part, boolean verifies) {
    StoredLayout stored = split.data().layout();
    OutputPlan.Destination to = split.destinations().get(part.index());
    FileLayout layout = layouts.get(to.file().index());
    return new PartWriter(
        files.file(to.file().index()),
        part.index(),
        PartWriter.Ranges.of(layout.data().get(to.tensor()), part.bytes()),
        split.plan().conversion().isEmpty() ? stored : stored.ofPart(stored.shape(), part.type()),
        layout.checksum(to.tensor()),
        options.progress(),
        verifies);
  }

  /// Inflates data to a temporary file, so that it can be read in several places.
  private DataSource inflate(DataSource data) throws IOException {
    OutputFile scratch = files.createScratch(files.file(0).target());
    try (ByteReader reader = data.open();
        Arena arena = Arena.ofConfined()) {
      MemorySegment piece = arena.allocate(Math.min(OutputFile.PIECE, data.size()));
      for (long at = 0; at < data.size(); at += piece.byteSize()) {
        MemorySegment next = piece.asSlice(0, Math.min(piece.byteSize(), data.size() - at));
        reader.read(at, next);
        scratch.write(at, next);
      }
    }
    return new DataSource(new MappedFile(scratch.temporary()), 0, data.size(), null);
  }
}

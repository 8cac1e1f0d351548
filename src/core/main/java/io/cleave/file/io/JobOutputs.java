package io.cleave.file.io;

import io.cleave.Device;
import io.cleave.Splitter;
import io.cleave.file.Format;
import io.cleave.file.Limits;
import io.cleave.file.MalformedFileException;
import io.cleave.file.format.ByteReader;
import io.cleave.file.format.DataSource;
import io.cleave.file.format.FileLayout;
import io.cleave.file.format.MappedFile;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.StoredTensor;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.IoFailure;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The outputs of one job. They are planned before any data is read, then written and verified.
/// Used by one thread.
final class JobOutputs {
  /// An output file.
  ///
  /// @param index of the file
  /// @param tensors in it, in order
  private record File(int index, Path path, Map<String, StoredLayout> tensors) {}

  /// The tensor of an output file that a part becomes.
  ///
  /// @param tensor the index of the tensor in the file
  private record Destination(File file, int tensor) {}

  /// A tensor, its plan, and the destinations of its parts. An immutable value.
  ///
  /// @param plan of the tensor as its users see it, or of a window of it
  /// @param destinations one for each part
  private record TensorSplit(StoredTensor data, SplitPlan plan, List<Destination> destinations) {}

  private final SplitJob job;
  private final FileSplitter options;
  private final Target target;
  private final StoredFile input;
  private final Format format;
  private final Map<String, File> files = new LinkedHashMap<>();
  private final List<TensorSplit> splits = new ArrayList<>();
  private final List<WrittenPart> parts = new ArrayList<>();
  private final List<FileLayout> layouts = new ArrayList<>();

  /// Inflated copies of deflated data, in temporary files.
  private final Map<DataSource, DataSource> inflated = new HashMap<>();

  /// Plans the split of each tensor that the job chooses, and tells the listener how much work it
  /// is.
  ///
  /// @param input must be open now, and mapped when the outputs are written
  /// @throws IllegalArgumentException if it cannot be split so, or an output would replace it
  JobOutputs(SplitJob job, StoredFile input, FileSplitter options) throws IOException {
    this.job = job;
    this.options = options;
    this.target = job.target();
    this.input = input;
    this.format = target.formatFor(input.format());
    long count = 0;
    long nameLengths = 0;
    for (StoredTensor tensor : input.select(job.tensors())) {
      SplitPlan plan = plan(tensor);
      int before = splits.isEmpty() ? plan.partCount() : splits.getLast().plan.partCount();
      if (before != plan.partCount()) {
        // A file for part 7 of all tensors would lack some of them.
        throw new IllegalArgumentException(
            "%s: the tensor '%s' is cut into %s parts, those before it into %s; choose fewer tensors"
                .formatted(input.file(), OneLine.excerpt(tensor.name()), plan.partCount(), before));
      }
      count += plan.unstacked().partCount();
      // In a bundle each part repeats the name of its tensor, which may be as long as the header.
      nameLengths += target.isBundle() ? (long) plan.partCount() * tensor.name().length() : 0;
      requireAllowed(count, nameLengths);
      splits.add(new TensorSplit(tensor, plan, destinations(tensor, plan)));
    }
    if (splits.isEmpty()) {
      throw new MalformedFileException(input.file(), "it holds no tensor; give another file");
    }
    FileNames.requireUsable(files.keySet());
    FileNames.requireNoInput(paths(), List.of(job.input()));
    options.progress().expect(work());
  }

  private SplitPlan plan(StoredTensor tensor) {
    Layout data = tensor.layout().plain();
    SplitPlan plan;
    try {
      plan = job.planner().apply(data);
    } catch (IllegalArgumentException e) {
      if (!input.format().holdsMany()) {
        throw e;
      }
      throw new IllegalArgumentException(
          "%s: the tensor '%s' cannot be cut so: %s"
              .formatted(input.file(), OneLine.excerpt(tensor.name()), e.getMessage()),
          e);
    }
    if (!plan.data().isWindowOf(data)) {
      throw new IllegalArgumentException(
          "the plan is for %s; %s holds %s, and a plan is for that or a window of it"
              .formatted(plan.data(), input.file(), data));
    }
    return plan;
  }

  private void requireAllowed(long count, long nameLengths) throws MalformedFileException {
    Limits limits = job.options().limits();
    try {
      limits.requireParts(count);
      limits.requireHeader("the header of a bundle of its parts", nameLengths);
    } catch (IllegalArgumentException e) {
      throw new MalformedFileException(input.file(), String.valueOf(e.getMessage()));
    }
  }

  private List<Destination> destinations(StoredTensor tensor, SplitPlan plan) {
    List<String> names = target.names(plan);
    FileNames.requireUsable(names);
    List<Destination> destinations = new ArrayList<>();
    for (Part part : plan.parts()) {
      destinations.add(destination(tensor, part, names.get(part.index())));
    }
    return destinations;
  }

  private Destination destination(StoredTensor tensor, Part part, String name) {
    boolean isNamedAfterTensor = input.format().holdsMany() && !format.holdsMany();
    String stem =
        isNamedAfterTensor
            ? FileNames.ofTensor(tensor.name())
            : StoredTensor.nameFrom(input.file());
    String base = target.isBundle() ? stem : target.hasStem() ? stem + "." + name : name;
    String file = base + "." + format.extension();
    FileNames.requireFits(file);
    Path path = target.folder().path().resolve(file);
    files.putIfAbsent(file, new File(files.size(), path, new LinkedHashMap<>()));
    File output = Objects.requireNonNull(files.get(file));
    String inFile = target.isBundle() ? tensor.name() + "." + name : tensor.name();
    Shape shape = part.shape();
    StoredLayout layout = tensor.layout().ofPart(shape, part.type());
    FileNames.requireFirst(
        output.tensors.put(inFile, layout) == null
            && (format.holdsMany() || output.tensors.size() == 1),
        target.isBundle() ? inFile : file);
    parts.add(
        new WrittenPart(
            job.input(),
            tensor.name(),
            part.index(),
            output.path,
            format.holdsMany() ? inFile : base,
            part.type(),
            shape,
            part.bytes()));
    return new Destination(output, output.tensors.size() - 1);
  }

  /// The bytes that are written or checked.
  private long work() {
    long bytes = 0;
    for (TensorSplit split : splits) {
      long written = split.plan.partBytes();
      bytes += options.verifies() ? 2 * written + split.data.data().checkedBytes() : written;
    }
    return bytes;
  }

  MappedFile input() {
    return input.mapped();
  }

  /// The names of all files.
  List<Path> paths() {
    return files.values().stream().map(File::path).toList();
  }

  /// Writes all outputs.
  ///
  /// @return all parts, tensor by tensor
  List<WrittenPart> write() throws IOException {
    AtomicFiles.write(target.folder(), paths(), this::writeTo);
    return parts;
  }

  private void writeTo(AtomicFiles to) throws IOException {
    try {
      if (options.verifies()) {
        for (TensorSplit split : splits) {
          DataSource data = split.data.data();
          guarded(data, () -> data.requireIntact(options.progress()::advance));
        }
      }
      for (File file : files.values()) {
        OutputFile output = to.file(file.index);
        FileLayout layout = FileLayout.of(format, file.tensors, input.metadata());
        output.create();
        output.write(layout.opening());
        layouts.add(layout.withoutOpening());
      }
      for (TensorSplit split : splits) {
        copy(split, options.splitter(), to, false);
      }
      for (int i = 0; i < layouts.size(); i++) {
        to.file(i).write(layouts.get(i).ending());
      }
      if (options.verifies()) {
        try (Splitter reference = Splitter.open(Device.cpu())) {
          for (TensorSplit split : splits) {
            copy(split, reference, to, true);
          }
        }
      }
    } finally {
      for (DataSource copy : inflated.values()) {
        copy.file().close();
      }
    }
    for (int i = 0; target.isDeflated() && i < layouts.size(); i++) {
      to.deflate(to.file(i), layouts.get(i).data().size(), options.verifies());
    }
  }

  /// Runs an action that reads a mapping, which another process may cut short.
  private static void guarded(DataSource data, IoFailure.Call action) throws IOException {
    try {
      action.run();
    } catch (InternalError e) {
      throw IoFailure.unreadable(data.file().path(), e);
    } finally {
      // After a failure, too: the system's own message for a page that is gone, "bad address",
      // names the output file.
      data.requireWhole();
    }
  }

  /// Writes or verifies the parts of one tensor.
  private void copy(TensorSplit split, Splitter splitter, AtomicFiles to, boolean verifies)
      throws IOException {
    DataSource data = split.data.data();
    StoredLayout stored = split.data.layout();
    SplitPlan inFile = inFile(split);
    List<PartWriter> writers = new ArrayList<>();
    for (Part part : inFile.parts()) {
      writers.add(writer(split, part, to, verifies));
    }
    guarded(
        data,
        () -> {
          DataSource source = inflated.getOrDefault(data, data);
          long tile = options.tileBytes();
          PartCopier copier = new PartCopier(splitter, inFile, stored, source, tile);
          if (source.isDeflated() && copier.readsBack()) {
            DataSource copy = inflate(data, to);
            inflated.put(data, copy);
            copier = new PartCopier(splitter, inFile, stored, copy, tile);
          }
          copier.copy(writers);
        });
  }

  /// The plan of the bytes as they are in the file.
  private static SplitPlan inFile(TensorSplit split) {
    SplitPlan inFile = split.data.layout().inFile(split.plan);
    // A stack of one slice is that slice.
    return inFile.isStacked() && inFile.geometry().pieces() == 1
        ? inFile.unstacked().only(inFile.geometry().slice(0))
        : inFile;
  }

  private PartWriter writer(TensorSplit split, Part part, AtomicFiles to, boolean verifies) {
    StoredLayout stored = split.data.layout();
    Destination place = split.destinations.get(part.index());
    FileLayout layout = layouts.get(place.file.index);
    return new PartWriter(
        to.file(place.file.index),
        part.index(),
        PartWriter.Ranges.of(layout.data().get(place.tensor), part.bytes()),
        split.plan.conversion().isEmpty() ? stored : stored.ofPart(stored.shape(), part.type()),
        layout.checksum(place.tensor),
        options.progress(),
        verifies);
  }

  /// Inflates data to a temporary file, so that it can be read in several places.
  private DataSource inflate(DataSource data, AtomicFiles to) throws IOException {
    OutputFile scratch = to.createScratch(to.file(0).target());
    try (ByteReader reader = data.open();
        Arena arena = Arena.ofConfined()) {
      MemorySegment piece = arena.allocate(Math.min(OutputFile.BUFFER, data.size()));
      for (long at = 0; at < data.size(); at += piece.byteSize()) {
        MemorySegment next = piece.asSlice(0, Math.min(piece.byteSize(), data.size() - at));
        reader.read(at, next);
        scratch.write(at, next);
      }
    }
    return new DataSource(new MappedFile(scratch.temporary()), 0, data.size(), null);
  }
}

package io.cleave.file.io;

import io.cleave.file.Format;
import io.cleave.file.Limits;
import io.cleave.file.MalformedFileException;
import io.cleave.file.format.FileLayout;
import io.cleave.file.format.NamedLayout;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredTensor;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The outputs of a job, known before any data is read: files, and which of them takes which part.
/// Not changed once it is made.
final class OutputPlan {
  /// An output file.
  ///
  /// @param index of the file
  /// @param tensors in it, in order
  record File(int index, Path path, List<NamedLayout> tensors) {}

  /// The tensor of an output file that a part becomes.
  ///
  /// @param tensor the index of the tensor in the file
  record Destination(File file, int tensor) {}

  /// A tensor, its plan, and the destinations of its parts. An immutable value.
  ///
  /// @param plan of the tensor as its users see it, or of a window of it
  /// @param destinations one for each part
  record TensorSplit(StoredTensor data, SplitPlan plan, List<Destination> destinations) {
    /// The plan of the bytes as they are in the file.
    SplitPlan inFile() {
      SplitPlan inFile = data.layout().inFile(plan);
      // A stack of one slice is that slice.
      return inFile.isStacked() && inFile.geometry().pieces() == 1
          ? inFile.unstacked().only(inFile.geometry().slice(0))
          : inFile;
    }
  }

  private final SplitJob job;
  private final Target target;
  private final StoredFile input;
  private final Format format;
  private final Map<String, File> files = new LinkedHashMap<>();
  private final List<TensorSplit> splits = new ArrayList<>();
  private final List<WrittenPart> parts = new ArrayList<>();
  private long count;
  private long nameLengths;

  /// Plans the split of each tensor that the job chooses.
  ///
  /// @param input may be closed afterwards
  /// @throws IllegalArgumentException if it cannot be split so
  OutputPlan(SplitJob job, StoredFile input) throws IOException {
    this.job = job;
    this.target = job.target();
    this.input = input;
    this.format = target.formatFor(input.format());
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
      requireAllowed();
      splits.add(new TensorSplit(tensor, plan, destinations(tensor, plan)));
    }
    if (splits.isEmpty()) {
      throw new MalformedFileException(input.file(), "it holds no tensor; give another file");
    }
    FileNames.requirePlain(files.keySet());
    files.keySet().forEach(FileNames::requireFits);
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

  private void requireAllowed() throws MalformedFileException {
    Limits limits = job.options().limits();
    try {
      limits.requireParts(count);
      limits.requireHeader("the header of a bundle of its parts", nameLengths);
    } catch (IllegalArgumentException e) {
      throw new MalformedFileException(input.file(), String.valueOf(e.getMessage()));
    }
  }

  private List<Destination> destinations(StoredTensor tensor, SplitPlan plan) {
    List<String> names =
        plan.isStacked() && (target.names().isEmpty() || target.hasStem())
            ? List.of(plan.isJoined() ? "joined" : "stacked")
            : target.names(plan.partCount());
    FileNames.requirePlain(names);
    FileNames.requireDistinct(names);
    return plan.parts().stream()
        .map(part -> destination(tensor, part, names.get(part.index())))
        .toList();
  }

  private Destination destination(StoredTensor tensor, Part part, String name) {
    boolean isNamedAfterTensor = input.format().holdsMany() && !format.holdsMany();
    String stem =
        isNamedAfterTensor
            ? FileNames.ofTensor(tensor.name())
            : StoredTensor.nameFrom(input.file());
    String base = target.isBundle() ? stem : target.hasStem() ? stem + "." + name : name;
    String file = base + "." + format.extension();
    File output =
        files.computeIfAbsent(
            file,
            _ -> new File(files.size(), target.folder().path().resolve(file), new ArrayList<>()));
    if (!format.holdsMany() && !output.tensors.isEmpty()) {
      throw FileNames.givenTwice(file);
    }
    String inFile = target.isBundle() ? tensor.name() + "." + name : tensor.name();
    Shape shape = part.shape();
    output.tensors.add(new NamedLayout(inFile, tensor.layout().ofPart(shape, part.type())));
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

  Target target() {
    return target;
  }

  List<TensorSplit> splits() {
    return splits;
  }

  /// The bytes around the data in each file, file by file.
  Stream<FileLayout> layouts() {
    return files.values().stream()
        .map(file -> FileLayout.of(format, file.tensors, input.metadata()));
  }

  /// The bytes of all parts.
  long bytes() {
    return parts.stream().mapToLong(WrittenPart::bytes).sum();
  }

  /// The bytes that are compared with checksums if the parts are verified.
  long checkedBytes() {
    return splits.stream().mapToLong(split -> split.data().data().checkedBytes()).sum();
  }

  /// The names of all files.
  List<Path> paths() {
    return files.values().stream().map(File::path).toList();
  }

  /// All parts, tensor by tensor.
  List<WrittenPart> parts() {
    return parts;
  }
}

package io.cleave.file.io;

import io.cleave.file.Format;
import io.cleave.file.MalformedFileException;
import io.cleave.file.format.Contents;
import io.cleave.file.format.FileLayout;
import io.cleave.file.format.NamedLayout;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredTensor;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The outputs of a job, known before any data is read: files, and which of them takes which part.
///
/// @param metadata texts of the input that files keep
record OutputPlan(
    SplitJob job,
    Format format,
    List<File> files,
    List<TensorSplit> splits,
    Map<String, String> metadata) {
  /// An output file.
  ///
  /// @param index of the file
  /// @param tensors in it, in order
  record File(int index, Path path, List<NamedLayout> tensors) {}

  /// Where in the outputs a part goes.
  ///
  /// @param tensor the index of the tensor in the file
  record Place(File file, int tensor) {}

  /// A tensor, its plan, and where its parts go. An immutable value.
  ///
  /// @param plan of the tensor as its users see it, or of a window of it
  /// @param places one for each part
  record TensorSplit(StoredTensor data, SplitPlan plan, List<Place> places) {
    /// The bytes of all parts.
    long bytes() {
      return plan.parts().stream().mapToLong(Part::bytes).sum();
    }
  }

  /// Plans the split of each tensor that the job chooses.
  ///
  /// @throws IllegalArgumentException if it cannot be split so
  static OutputPlan of(SplitJob job, StoredFile file) throws IOException {
    return new Builder(job, file).build();
  }

  /// What stands around the data in a file.
  FileLayout layout(int file) {
    return FileLayout.of(format, files.get(file).tensors, metadata);
  }

  /// The bytes of all parts.
  long bytes() {
    return splits.stream().mapToLong(TensorSplit::bytes).sum();
  }

  /// The bytes that are compared with checksums if the parts are verified.
  long checkedBytes() {
    return splits.stream().mapToLong(split -> split.data().data().checked()).sum();
  }

  /// The names of all files.
  List<Path> paths() {
    return files.stream().map(File::path).toList();
  }

  /// All parts, tensor by tensor.
  List<WrittenPart> parts() {
    List<WrittenPart> written = new ArrayList<>();
    for (TensorSplit split : splits) {
      for (Part part : split.plan.parts()) {
        Place place = split.places.get(part.index());
        File file = place.file;
        written.add(
            new WrittenPart(
                job.input(),
                split.data.name(),
                part.index(),
                file.path,
                format.holdsMany()
                    ? file.tensors.get(place.tensor).name()
                    : StoredTensor.nameFrom(file.path),
                part.type(),
                part.shape(),
                part.bytes()));
      }
    }
    return written;
  }

  private static final class Builder {
    private final SplitJob job;
    private final Target target;
    private final StoredFile input;
    private final Format format;

    private final Map<String, File> files = new LinkedHashMap<>();
    private long count;
    private long nameLengths;

    Builder(SplitJob job, StoredFile input) {
      this.job = job;
      this.target = job.target();
      this.input = input;
      this.format = target.formatFor(input.format());
    }

    OutputPlan build() throws IOException {
      List<StoredTensor> chosen = input.select(job.tensors());
      if (chosen.isEmpty()) {
        throw new MalformedFileException(input.file(), "it holds no tensor; give another file");
      }
      List<TensorSplit> splits = new ArrayList<>();
      int parts = -1;
      for (StoredTensor tensor : chosen) {
        SplitPlan plan = plan(tensor);
        if (parts >= 0 && parts != plan.partCount()) {
          // A file for part 7 of all tensors would lack some of them.
          throw new IllegalArgumentException(
              "%s: the tensor '%s' is cut into %s parts, those before it into %s; choose fewer tensors"
                  .formatted(
                      input.file(), OneLine.excerpt(tensor.name()), plan.partCount(), parts));
        }
        parts = plan.partCount();
        count += plan.unstacked().partCount();
        requireAllowed(() -> job.options().limits().requireParts(count));
        splits.add(new TensorSplit(tensor, plan, places(tensor, plan)));
      }
      FileNames.requirePlain(target.folder(), List.copyOf(files.keySet()));
      files.keySet().forEach(FileNames::requireFits);
      List<File> outputs = List.copyOf(files.values());
      Contents contents = input.contents();
      return new OutputPlan(job, format, outputs, splits, contents.metadata());
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

    private void requireAllowed(Runnable check) throws MalformedFileException {
      try {
        check.run();
      } catch (IllegalArgumentException e) {
        throw new MalformedFileException(input.file(), String.valueOf(e.getMessage()));
      }
    }

    private List<Place> places(StoredTensor tensor, SplitPlan plan) throws IOException {
      List<String> names =
          plan.isStacked() && (target.names().isEmpty() || target.hasStem())
              ? List.of(plan.isJoined() ? "joined" : "stacked")
              : target.names(plan.partCount());
      FileNames.requirePlain(target.folder(), names);
      FileNames.requireDistinct(names);
      if (target.isBundle()) {
        // Each part repeats the name of its tensor, which may be as long as the input's header.
        nameLengths += (long) plan.partCount() * tensor.name().length();
        requireAllowed(
            () ->
                job.options()
                    .limits()
                    .requireHeader("the header of a bundle of its parts", nameLengths));
      }
      List<Place> places = new ArrayList<>(names.size());
      for (Part part : plan.parts()) {
        places.add(place(tensor, part, names.get(part.index())));
      }
      return places;
    }

    private Place place(StoredTensor tensor, Part part, String name) {
      boolean isNamedAfterTensor = input.format().holdsMany() && !format.holdsMany();
      String stem =
          isNamedAfterTensor
              ? FileNames.ofTensor(tensor.name())
              : StoredTensor.nameFrom(input.file());
      String base = target.isBundle() ? stem : target.hasStem() ? stem + "." + name : name;
      String file = base + "." + format.extension();
      File output =
          files.computeIfAbsent(
              file, _ -> new File(files.size(), target.folder().resolve(file), new ArrayList<>()));
      if (!format.holdsMany() && !output.tensors.isEmpty()) {
        throw FileNames.givenTwice(file);
      }
      output.tensors.add(
          new NamedLayout(
              target.isBundle() ? tensor.name() + "." + name : tensor.name(),
              tensor.layout().ofPart(part.shape(), part.type())));
      return new Place(output, output.tensors.size() - 1);
    }
  }
}

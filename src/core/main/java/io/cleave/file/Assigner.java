package io.cleave.file;

import io.cleave.file.output.OutputFile;
import io.cleave.file.output.Place;
import io.cleave.file.stored.NamedLayout;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Shares the parts of one input out among files.
///
/// Used by one thread, once.
final class Assigner {
  private final SplitJob job;
  private final TensorFile input;
  private final Format format;

  /// The tensors of each output file, by the file's name.
  private final Map<String, List<NamedLayout>> files = new LinkedHashMap<>();

  private final Map<String, Integer> indices = new LinkedHashMap<>();

  /// Those of all tensors so far.
  private long count;

  /// How long the names of all tensors so far are together, in one file.
  private long nameLengths;

  Assigner(SplitJob job, TensorFile input) {
    this.job = job;
    this.input = input;
    this.format = job.target().formatFor(input.format());
  }

  Assignment assign() {
    List<TensorSplit> splits = new ArrayList<>();
    int parts = -1;
    for (StoredTensor tensor : job.chosen(input)) {
      SplitPlan plan = plan(tensor);
      requireSameCount(parts, tensor, plan);
      requireAllowed(plan);
      parts = plan.partCount();
      splits.add(new TensorSplit(tensor, plan, places(tensor, plan)));
    }
    return new Assignment(job.target().folder(), outputs(), splits, job.target().packing());
  }

  private SplitPlan plan(StoredTensor tensor) {
    try {
      return job.planner().apply(tensor.plain());
    } catch (IllegalArgumentException e) {
      throw named(tensor, e);
    }
  }

  /// The problem, with the name of one tensor of several.
  private IllegalArgumentException named(StoredTensor tensor, IllegalArgumentException e) {
    return input.format().holdsMany()
        ? new IllegalArgumentException(
            "%s: the tensor '%s' cannot be cut so: %s (--tensor chooses others)"
                .formatted(input.file(), OneLine.excerpt(tensor.name()), e.getMessage()),
            e)
        : e;
  }

  private void requireAllowed(SplitPlan plan) {
    count += plan.unstacked().partCount();
    try {
      job.reading().limits().requireParts(count);
    } catch (IllegalArgumentException e) {
      throw BadFileException.in(input.file(), e);
    }
  }

  /// A file for part 7 of all tensors would lack some of them.
  private void requireSameCount(int before, StoredTensor tensor, SplitPlan plan) {
    if (before >= 0 && before != plan.partCount()) {
      throw new IllegalArgumentException(
          "%s: the tensor '%s' is cut into %s parts, those before it into %s; choose fewer with --tensor"
              .formatted(input.file(), OneLine.excerpt(tensor.name()), plan.partCount(), before));
    }
  }

  private List<Place> places(StoredTensor tensor, SplitPlan plan) {
    List<String> names = names(plan);
    FileNames.requirePlain(job.target().folder(), names);
    FileNames.requireDistinct(names);
    requireNamesAllowed(tensor, plan);
    List<Place> places = new ArrayList<>(names.size());
    for (Part part : plan.parts()) {
      places.add(place(tensor, part, names.get(part.index())));
    }
    return places;
  }

  private List<String> names(SplitPlan plan) {
    return plan.isStacked()
        ? List.of(plan.isJoined() ? "joined" : "stacked")
        : job.target().names(plan.partCount());
  }

  /// In one file for all parts each repeats the name of its tensor, so that of a long one the
  /// header is many times that of the input.
  private void requireNamesAllowed(StoredTensor tensor, SplitPlan plan) {
    if (job.target().arrangement() != Arrangement.BUNDLE) {
      return;
    }
    nameLengths += (long) plan.partCount() * tensor.name().length();
    try {
      job.reading().limits().requireHeader("the header of a bundle of its parts", nameLengths);
    } catch (IllegalArgumentException e) {
      throw BadFileException.in(input.file(), e);
    }
  }

  private Place place(StoredTensor tensor, Part part, String name) {
    boolean bundle = job.target().arrangement() == Arrangement.BUNDLE;
    String stem = isNamedAfterTensor() ? FileStem.of(tensor.name()) : PartFiles.stem(input.file());
    String file = (bundle ? stem : stem + "." + name) + "." + format.extension();
    FileNames.requireFits(file, name);
    List<NamedLayout> members = files.computeIfAbsent(file, _ -> new ArrayList<>());
    if (!format.holdsMany() && !members.isEmpty()) {
      throw FileNames.givenTwice(file);
    }
    members.add(
        new NamedLayout(
            bundle ? tensor.name() + "." + name : tensor.name(),
            tensor.layout().ofPart(part.shape(), part.type())));
    indices.putIfAbsent(file, indices.size());
    return new Place(indices.get(file), members.size() - 1);
  }

  private boolean isNamedAfterTensor() {
    return input.format().holdsMany() && !format.holdsMany();
  }

  private List<OutputFile> outputs() {
    // Checks the names.
    PartFiles names = new PartFiles(job.target().folder(), List.copyOf(files.keySet()));
    List<OutputFile> outputs = new ArrayList<>();
    for (List<NamedLayout> members : files.values()) {
      outputs.add(format.file(names.path(outputs.size()), members, input.metadata()));
    }
    return outputs;
  }
}

package io.cleave.cli.model;

import io.cleave.Splitter;
import io.cleave.cli.option.DeviceOption;
import io.cleave.file.Format;
import io.cleave.file.Limits;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.FileNames;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.ir.Model;
import io.cleave.ir.SplitLayer;
import io.cleave.operation.IntegerInput;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Runs one split of a model on a file, which may be larger than memory.
///
/// @param model the model
/// @param device what does the work
/// @param target where the parts go
/// @param limits how much each of its inputs may take
record SingleLayer(Model model, DeviceOption device, RunTarget target, Limits limits) {
  /// The characters of a layer's path that its parts are named after.
  private static final int MAX_STEM = 1000;

  List<WrittenPart> run(RunCommand.LayerOptions options) throws IOException {
    SplitLayer split = settled(model.split(options.name), options);
    limits.requireParts(count(split));
    ModelData model = new ModelData(List.of(), split.type(), split.shape());
    ReadOptions reading = model.options(options.data, limits);
    SplitPlan plan;
    String tensor;
    try (StoredFile file = StoredFile.open(options.data, reading)) {
      tensor = model.chosen(file);
      StoredTensor data = file.select(List.of(tensor)).getFirst();
      plan = split.plan(data.layout().shape(), data.layout().type());
    }
    Format format = target.format(List.of(plan.data().type()));
    List<String> names = DistinctNames.of(names(split, plan));
    RunTarget.requireNoInput(target.files(names, format), this.model.file(), List.of());
    Target files =
        Target.in(target.folder())
            .named(names.stream().map(FileNames::ofTensor).toList())
            .as(format)
            .withoutStem();
    SplitJob job = new SplitJob(options.data, reading, List.of(tensor), _ -> plan, files);
    try (Splitter splitter = device.open()) {
      return target.writing().applied(new FileSplitter(splitter)).write(job);
    }
  }

  private static SplitLayer settled(SplitLayer split, RunCommand.LayerOptions options) {
    SplitLayer settled = options.axis == null ? split : split.withAxis(options.axis);
    return options.lengths == null ? settled : settled.withLengths(options.lengths);
  }

  /// How many parts it makes, told before any is planned: a plan takes memory for each.
  private static long count(SplitLayer split) {
    return split
        .lengths()
        .filter(IntegerInput::isKnown)
        .map(lengths -> (long) lengths.values().length)
        .orElse(split.numSplits().orElse(0));
  }

  /// The names of the tensors; that of the layer and a number for a tensor without one.
  private static List<String> names(SplitLayer split, SplitPlan plan) {
    List<String> names = new ArrayList<>();
    String stem = split.layer().path(MAX_STEM);
    for (int i = 0; i < plan.partCount(); i++) {
      List<String> own =
          i < split.outputs().size() ? split.outputs().get(i).names() : List.<String>of();
      names.add(own.isEmpty() ? stem + "." + i : own.getFirst());
    }
    return names;
  }
}

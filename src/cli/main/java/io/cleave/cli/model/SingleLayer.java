package io.cleave.cli.model;

import io.cleave.Splitter;
import io.cleave.cli.option.DeviceOption;
import io.cleave.file.FileSplit;
import io.cleave.file.Format;
import io.cleave.file.PartFiles;
import io.cleave.file.WrittenPart;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.ir.Model;
import io.cleave.ir.SplitLayer;
import io.cleave.limit.InputLimits;
import io.cleave.operation.IntegerInput;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/// Runs one split of a model on a file, which may be larger than memory.
///
/// @param model the model
/// @param device what does the work
/// @param target where the parts go
/// @param limits how much each of its inputs may take
record SingleLayer(Model model, DeviceOption device, RunTarget target, InputLimits limits) {
  /// The characters of a layer's path that its parts are named after.
  private static final int MAX_STEM = 1000;

  List<WrittenPart> run(RunCommand.LayerOptions options) throws IOException {
    SplitLayer split = settled(model.split(options.name), options);
    limits.requireParts(count(split));
    try (Arena arena = Arena.ofShared()) {
      StoredTensor data =
          new ModelData(List.of(), split.type(), split.shape()).open(options.data, limits, arena);
      SplitPlan plan = split.plan(data.shape(), data.type());
      Format format = target.format(List.of(data.type()));
      PartFiles files = target.files(names(split, plan), format);
      RunTarget.requireNoInput(files.paths(), model.file(), List.of());
      try (Splitter splitter = device.open()) {
        return target.writing().applied(new FileSplit(splitter)).write(data, plan, files, format);
      }
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

package io.cleave.cli.model;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.cli.option.DeviceOption;
import io.cleave.file.Format;
import io.cleave.file.Limits;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.TensorLoader;
import io.cleave.ir.Model;
import io.cleave.ir.ModelInput;
import io.cleave.ir.ModelOutput;
import io.cleave.ir.ModelRun;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs a whole model on files.
///
/// @param model the model
/// @param device what does the work
/// @param target where the outputs go
/// @param limits how much each of its inputs may take
record WholeModel(Model model, DeviceOption device, RunTarget target, Limits limits) {
  List<RunReport.Line> run(List<String> arguments) throws IOException {
    ModelRun run = ModelRun.of(model);
    Map<ModelInput, Path> files = new LinkedHashMap<>();
    arguments.forEach(argument -> assign(run, argument, files));
    Map<ModelInput, StoredFile> opened = new LinkedHashMap<>();
    try (Arena arena = Arena.ofShared()) {
      for (ModelInput input : files.keySet()) {
        Path file = files.get(input);
        opened.put(input, StoredFile.open(file, data(input).options(file, limits)));
      }
      return run(run, opened, arena);
    } catch (InternalError e) {
      // How the JVM reports that a page of a mapped file is gone or cannot be read.
      throw new IOException(
          "a file was cut short while it was read (%s); no output is left"
              .formatted(e.getMessage()),
          e);
    } finally {
      opened.values().forEach(StoredFile::close);
    }
  }

  private static ModelData data(ModelInput input) {
    List<String> names = new ArrayList<>(input.names());
    names.add(input.layer().name());
    return new ModelData(names, input.type(), input.shape());
  }

  private List<RunReport.Line> run(ModelRun run, Map<ModelInput, StoredFile> files, Arena arena)
      throws IOException {
    Map<ModelInput, Tensor> tensors = new HashMap<>();
    for (ModelInput input : files.keySet()) {
      StoredFile file = files.get(input);
      StoredTensor stored = file.select(List.of(data(input).chosen(file))).getFirst();
      tensors.put(input, TensorLoader.load(stored, file.mapped(), arena));
    }
    run.check(tensors);
    try (Splitter splitter = device.open()) {
      Map<ModelOutput, Tensor> results = run.execute(splitter, tensors, arena);
      for (StoredFile file : files.values()) {
        file.mapped().requireWhole(file.mapped().size());
      }
      return write(
          run,
          List.copyOf(results.values()),
          files.values().stream().map(StoredFile::file).toList());
    }
  }

  private List<RunReport.Line> write(ModelRun run, List<Tensor> results, List<Path> inputs)
      throws IOException {
    Format format = target.format(results.stream().map(Tensor::type).toList());
    List<String> names = DistinctNames.of(run.outputs().stream().map(ModelOutput::name).toList());
    Map<String, Tensor> named = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      named.put(names.get(i), results.get(i));
    }
    RunTarget.requireNoInput(target.files(names, format), model.file(), inputs);
    List<Path> written = target.writer().write(format, named);
    List<RunReport.Line> lines = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      lines.add(RunReport.Line.of(written.get(i), run.outputs().get(i).name(), results.get(i)));
    }
    return lines;
  }

  /// Finds out what `NAME=FILE` means, where both may have more of the signs: the longest name that
  /// there is.
  private static void assign(ModelRun run, String argument, Map<ModelInput, Path> files) {
    int first = argument.indexOf('=');
    if (first < 0) {
      throw new IllegalArgumentException(
          "--input '%s' has no '='; write NAME=FILE".formatted(argument));
    }
    int at = argument.lastIndexOf('=');
    while (at > first && !run.hasInput(argument.substring(0, at))) {
      at = argument.lastIndexOf('=', at - 1);
    }
    ModelInput input = run.input(argument.substring(0, at));
    if (files.put(input, Path.of(argument.substring(at + 1))) != null) {
      throw new IllegalArgumentException("%s is given twice; give it one file".formatted(input));
    }
  }
}

package io.cleave.cli;

import io.cleave.backend.Residence;
import io.cleave.backend.Tensor;
import io.cleave.file.PartFiles;
import io.cleave.file.StoredTensor;
import io.cleave.file.TensorFile;
import io.cleave.file.TensorFiles;
import io.cleave.file.TensorMemory;
import io.cleave.file.WrittenPart;
import io.cleave.ir.Model;
import io.cleave.ir.ModelInput;
import io.cleave.ir.ModelOutput;
import io.cleave.ir.ModelRun;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs a whole model on files.
///
/// @param model the model
/// @param device what does the work
record WholeModel(Model model, DeviceOption device) {
  List<WrittenPart> run(List<String> arguments, Path out) throws IOException {
    ModelRun run = ModelRun.of(model);
    Map<ModelInput, Path> files = new LinkedHashMap<>();
    arguments.forEach(argument -> assign(run, argument, files));
    try (Arena arena = Arena.ofShared()) {
      Map<ModelInput, StoredTensor> stored = new LinkedHashMap<>();
      for (Map.Entry<ModelInput, Path> entry : files.entrySet()) {
        stored.put(entry.getKey(), ModelFiles.only(TensorFile.open(entry.getValue(), arena)));
      }
      Map<ModelInput, Tensor> tensors = new HashMap<>();
      for (Map.Entry<ModelInput, StoredTensor> entry : stored.entrySet()) {
        tensors.put(entry.getKey(), TensorMemory.load(entry.getValue(), arena));
      }
      run.check(tensors);
      List<WrittenPart> written = new ArrayList<>();
      try (Residence residence = device.openResidence();
          TensorFiles target = TensorFiles.begin(names(run, out), List.copyOf(files.values()))) {
        run.execute(
            residence,
            tensors,
            (output, tensor) -> written.add(target.write(output.index(), tensor)));
        for (StoredTensor tensor : stored.values()) {
          tensor.content().requireWhole();
        }
        target.commit();
      } catch (InternalError e) {
        // How the JVM reports that a page of a mapped file is gone or cannot be read.
        throw new IOException(
            "a file was cut short while it was read (%s); no output is left"
                .formatted(e.getMessage()),
            e);
      }
      written.sort(Comparator.comparingInt(WrittenPart::index));
      return written;
    }
  }

  private static PartFiles names(ModelRun run, Path out) {
    return TensorFileNames.of(out, run.outputs().stream().map(ModelOutput::name).toList(), "npy");
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

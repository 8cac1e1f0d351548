package io.cleave.cli.model;

import io.cleave.cli.option.WritingOptions;
import io.cleave.file.Format;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.OutputCheck;
import io.cleave.file.io.TensorWriter;
import io.cleave.plan.ElementType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that say where the outputs of a model go, and in which format.
final class RunTarget {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "The folder for the outputs, made if needed (default: the current one).")
  private Path out = Path.of(".");

  @Option(
      names = "--format",
      paramLabel = "F",
      description =
          "npy, npz, safetensors or raw (default: npy, or raw if NumPy lacks one of the types).")
  private @Nullable Format format;

  @Mixin private final WritingOptions writing = new WritingOptions();

  Path folder() {
    return out;
  }

  TensorWriter writer() {
    return writing.writer(out);
  }

  WritingOptions writing() {
    return writing;
  }

  /// The format for outputs of these types.
  Format format(List<ElementType> types) {
    if (format != null) {
      return format;
    }
    return types.stream().allMatch(ModelData::isNumPys) ? Format.NPY : Format.RAW;
  }

  /// Files for tensors of these names, which are distinct.
  List<Path> files(List<String> names, Format chosen) {
    return names.stream().map(name -> writer().file(name, chosen)).toList();
  }

  /// Checks that no output takes the place of the model, of its `.bin`, or of what it is given.
  ///
  /// @throws IllegalArgumentException if one would
  static void requireNoInput(List<Path> outputs, Path model, Collection<Path> given) {
    List<Path> inputs = new ArrayList<>(given);
    inputs.add(model);
    inputs.add(model.resolveSibling(StoredTensor.nameFrom(model) + ".bin"));
    OutputCheck.requireNoInput(outputs, inputs);
  }
}

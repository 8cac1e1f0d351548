package io.cleave.file;

import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Reading;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/// An input file, which of its tensors are split and how, and where the parts go. An immutable
/// value.
///
/// @param input the file
/// @param reading what is known of its tensors besides what it says itself
/// @param tensors names of the tensors, or patterns, see [TensorFile#select]; empty for all
/// @param planner plans the split of a tensor; it refuses one that cannot be split so by an
///   IllegalArgumentException
/// @param target where the parts go
public record SplitJob(
    Path input,
    Reading reading,
    List<String> tensors,
    Function<Layout, SplitPlan> planner,
    Target target) {
  /// Copies the list.
  public SplitJob {
    tensors = List.copyOf(tensors);
  }

  /// All tensors of a file, as it says they are.
  public static SplitJob of(Path input, Function<Layout, SplitPlan> planner, Target target) {
    return new SplitJob(input, Reading.asStored(), List.of(), planner, target);
  }

  /// Reads what the file says of its tensors, and works out where each part goes. No data is read.
  ///
  /// @param arena owns the mapping of the file
  /// @throws IllegalArgumentException if the file cannot be split like that
  Assignment assign(Arena arena) throws IOException {
    TensorFile file = TensorFile.open(input, reading, arena);
    return new Assigner(this, file).assign();
  }

  /// The tensors that are chosen.
  List<StoredTensor> chosen(TensorFile file) {
    List<StoredTensor> chosen = tensors.isEmpty() ? file.tensors() : file.select(tensors);
    if (chosen.isEmpty()) {
      throw new BadFileException("%s holds no tensor; give another file".formatted(input));
    }
    return chosen;
  }
}

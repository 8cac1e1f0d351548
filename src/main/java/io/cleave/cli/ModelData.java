package io.cleave.cli;

import io.cleave.file.Format;
import io.cleave.file.Reading;
import io.cleave.file.StoredTensor;
import io.cleave.file.TensorFile;
import io.cleave.plan.ElementType;
import io.cleave.plan.PartialShape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Opens the file that holds what a model takes in one place. Where a file does not say type and
/// shape itself, the model does.
///
/// @param names what the model calls the tensor
/// @param type the element type, if the model settles it
/// @param shape the shape, as far as the model settles it
record ModelData(List<String> names, Optional<ElementType> type, PartialShape shape) {
  /// Types that NumPy has: for others, what a `.npy` file says of its elements is no contradiction.
  static boolean isNumPys(ElementType type) {
    return switch (type) {
      case BOOLEAN, I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64 -> true;
      default -> false;
    };
  }

  /// The tensor in a file: the only one, or the one that has the name.
  ///
  /// @param arena owns the mapping
  /// @throws IllegalArgumentException if there is none that can be used
  StoredTensor open(Path file, Arena arena) throws IOException {
    if (Format.ofName(file).filter(format -> format == Format.RAW).isPresent()) {
      return chosen(TensorFile.open(file, asTheModelSays(), arena));
    }
    TensorFile opened = TensorFile.open(file, arena);
    boolean reread =
        opened.format() != Format.SAFETENSORS && type.filter(t -> !isNumPys(t)).isPresent();
    return chosen(reread ? TensorFile.open(file, asTheModelSays(), arena) : opened);
  }

  private Reading asTheModelSays() {
    if (type.isPresent() && shape.isKnown()) {
      return Reading.as(type.get(), shape.toShape());
    }
    return type.filter(t -> !t.isSubByte()).map(Reading::as).orElseGet(Reading::asStored);
  }

  private StoredTensor chosen(TensorFile file) {
    if (file.entries().size() == 1) {
      return file.entries().getFirst().usable();
    }
    return file.entries().stream()
        .filter(entry -> names.contains(entry.name()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s holds %s tensors, and none is named %s; give a file that holds one"
                        .formatted(
                            file.file(),
                            file.entries().size(),
                            names.isEmpty() ? "as in the model" : names)))
        .usable();
  }
}

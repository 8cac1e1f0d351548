package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.file.Format;
import io.cleave.file.Limits;
import io.cleave.file.MalformedFileException;
import io.cleave.file.format.Entry;
import io.cleave.file.format.NpyFormat;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredTensor;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The data that a model takes in one place. Where a file does not say type and shape itself, the
/// model does.
///
/// @param names what the model calls the tensor
/// @param type the element type, if the model settles it
/// @param shape the shape, as far as the model settles it
record ModelData(List<String> names, Optional<ElementType> type, PartialShape shape) {
  /// The `.bin` file of a model.
  static Path weights(Path xml) {
    return xml.resolveSibling(StoredTensor.nameFrom(xml) + ".bin");
  }

  /// Options for reading a file, with the type and shape that only the model knows.
  ///
  /// @throws IllegalArgumentException if there is none that can be used
  ReadOptions options(Path file, Limits limits) throws IOException {
    Format format = Format.of(file).orElse(Format.NPY);
    boolean isStored = format == Format.SAFETENSORS || type.stream().allMatch(NpyFormat::hasType);
    if (format != Format.RAW && isStored) {
      return ReadOptions.asStored().within(limits);
    }
    Shape known = shape.isKnown() ? shape.toShape() : null;
    boolean isSettled = type.isPresent() && known != null;
    if (format == Format.RAW && !isSettled && Files.isRegularFile(file)) {
      known = shapeBySize(file);
    }
    boolean isUsable = type.isPresent() && (known != null || !type.get().isSubByte());
    return new ReadOptions(isUsable ? type.get() : null, isUsable ? known : null, limits);
  }

  /// Infers the one unknown extent of the shape from the size of a raw file.
  private Shape shapeBySize(Path file) throws IOException {
    long size = Files.size(file);
    int rank = shape.isRankKnown() ? shape.rank() : 0;
    int[] open = IntStream.range(0, rank).filter(i -> shape.min(i) != shape.max(i)).toArray();
    boolean hasBytes = type.filter(t -> t != ElementType.STRING && !t.isSubByte()).isPresent();
    if (open.length == 1 && hasBytes) {
      long[] extents = IntStream.range(0, rank).mapToLong(shape::min).toArray();
      extents[open[0]] = 1;
      long step = type.get().bytes(Shape.of(extents).elements());
      if (step > 0 && size % step == 0) {
        extents[open[0]] = size / step;
        return Shape.of(extents);
      }
    }
    throw new IllegalArgumentException(
        "%s: its %s bytes do not say which %s %s they are; give a .npy or .safetensors file"
            .formatted(file, size, type.map(ElementType::toString).orElse("type and"), shape));
  }

  /// The tensor of a file: the only one, or the one that the model names.
  ///
  /// @throws IllegalArgumentException if there is none
  /// @throws MalformedFileException if it cannot be split
  StoredTensor chosen(StoredFile file) throws MalformedFileException {
    List<Entry> entries = file.entries();
    List<Entry> chosen =
        entries.stream()
            .filter(entry -> entries.size() == 1 || names.contains(entry.name()))
            .toList();
    require(
        !chosen.isEmpty(),
        "%s holds %s tensors, and none is named %s; give a file that holds one",
        file.file(),
        entries.size(),
        names.isEmpty() ? "as in the model" : Output.shown(names.toString()));
    return chosen.getFirst().usable();
  }
}

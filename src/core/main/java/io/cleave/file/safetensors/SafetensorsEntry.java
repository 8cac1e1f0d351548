package io.cleave.file.safetensors;

import io.cleave.file.stored.MappedFile;
import io.cleave.file.stored.NamedLayout;
import io.cleave.file.stored.StoredType;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Entry;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.Reading;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.file.tensor.UnusableTensor;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonValue;
import io.cleave.plan.Shape;
import io.cleave.text.OneLine;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/// What the header of a `.safetensors` file says of one tensor.
///
/// @param name its name
/// @param type the type of its elements
/// @param shape its extents
/// @param begin where its data begins, counted from the end of the header
/// @param end where its data ends
record SafetensorsEntry(String name, StoredType type, Shape shape, long begin, long end) {
  /// Reads the fields.
  ///
  /// @throws IllegalArgumentException if they are others than `dtype`, `shape` and `data_offsets`,
  ///   or do not fit each other
  static SafetensorsEntry parse(String name, JsonObject fields) {
    StoredType type = SafetensorsType.stored(fields.read("dtype", JsonValue::asString));
    Shape shape = fields.read("shape", extents -> Shape.of(extents.asLongs()));
    long[] offsets = fields.read("data_offsets", JsonValue::asLongs);
    if (shape.rank() > NamedLayout.MAX_RANK) {
      throw new BadFileException(
          "the shape has %s dimensions, more than the %s that are read; save it in another shape"
              .formatted(shape.rank(), NamedLayout.MAX_RANK));
    }
    if (fields.fields().size() != 3) {
      throw new BadFileException(
          "it has %s fields besides dtype, shape and data_offsets; save the file again"
              .formatted(fields.fields().size() - 3));
    }
    if (offsets.length != 2 || offsets[0] < 0 || offsets[1] < offsets[0]) {
      throw new BadFileException(
          "data_offsets must be two numbers, 0 or more, the second not below the first; save the"
              + " file again");
    }
    var entry = new SafetensorsEntry(name, type, shape, offsets[0], offsets[1]);
    entry.requireSize();
    return entry;
  }

  private void requireSize() {
    if (type.bits() == 0) {
      return;
    }
    // Eight elements of any width fill whole bytes, so that only what is beyond them counts.
    if (shape.elements() % Byte.SIZE * type.bits() % Byte.SIZE != 0) {
      throw new BadFileException(
          "%s %s does not fill whole bytes, as it must in .safetensors; save it another way"
              .formatted(type.text(), shape));
    }
    if (type.bytes(shape) != end - begin) {
      throw new BadFileException(
          "%s %s takes %s bytes, and data_offsets [%s, %s] give it %s; save the file again"
              .formatted(type.text(), shape, type.bytes(shape), begin, end, end - begin));
    }
  }

  /// Checks that every byte of the data belongs to one tensor.
  ///
  /// @throws BadFileException if one belongs to none or to two, or is not there
  static void requireCover(List<SafetensorsEntry> tensors, long size) {
    long at = 0;
    for (SafetensorsEntry tensor :
        tensors.stream()
            .sorted(
                Comparator.comparingLong(SafetensorsEntry::begin)
                    .thenComparingLong(SafetensorsEntry::end))
            .toList()) {
      if (tensor.begin != at) {
        throw new BadFileException(
            "the data of the tensor '%s' begins at byte %s, and what is before it ends at byte %s;"
                    .formatted(OneLine.excerpt(tensor.name), tensor.begin, at)
                + " save the file again");
      }
      at = tensor.end;
    }
    if (at != size) {
      throw new BadFileException(
          "the tensors take %s bytes of data, and the file has %s; copy or save it again"
              .formatted(at, size));
    }
  }

  /// The tensor.
  ///
  /// @param data where in the file the data of all begins
  Entry entry(MappedFile file, long data, Reading reading) {
    try {
      Layout layout = type.layout(shape, MemoryOrder.C, reading);
      return new StoredTensor(file.file(), name, layout, file.content(data + begin, end - begin));
    } catch (IllegalArgumentException e) {
      return new UnusableTensor(
          file.file(),
          name,
          "%s %s".formatted(type.text(), shape),
          end - begin,
          Objects.requireNonNullElse(e.getMessage(), e.toString()));
    }
  }
}

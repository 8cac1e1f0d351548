package io.cleave.file.raw;

import io.cleave.file.stored.MappedFile;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.Reading;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.ByteOrder;

/// Reads files that hold the elements of one tensor and nothing else: little-endian, in C order,
/// from the first byte to the last. Types narrower than a byte are packed over the whole tensor.
public final class RawReader {
  private RawReader() {}

  /// Takes the whole file for one tensor.
  ///
  /// @throws BadFileException if the reader does not say which, or it does not fit the file
  public static StoredTensor read(MappedFile file, Reading reading) {
    ElementType type = reading.type();
    Shape shape = reading.shape();
    if (type == null || shape == null) {
      throw new BadFileException(
          "it holds %s bare bytes; say what they are with --type and --shape, such as --type f32"
                  .formatted(file.size())
              + " --shape 2,3");
    }
    Layout layout = new Layout(shape, type, MemoryOrder.C, ByteOrder.LITTLE_ENDIAN);
    if (layout.bytes() != file.size()) {
      throw new BadFileException(
          "%s %s takes %s bytes, and the file has %s; give the type and shape that it was written"
                  .formatted(type, shape, layout.bytes(), file.size())
              + " with");
    }
    return new StoredTensor(
        file.file(), StoredTensor.nameFrom(file.file()), layout, file.content(0, file.size()));
  }
}

package io.cleave.file;

import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import java.nio.file.Path;

/// A part that has been written to a file.
///
/// @param input the file that was split
/// @param tensor what that file calls the tensor
/// @param index the part's position among the plan's parts, from 0
/// @param file the file that holds the part
/// @param type the element type
/// @param shape the shape, as the file's users see it
/// @param bytes the bytes of its data, without what the format adds
public record WrittenPart(
    Path input, String tensor, int index, Path file, ElementType type, Shape shape, long bytes) {
  static WrittenPart of(TensorSplit split, Part part, Path file) {
    StoredTensor data = split.data();
    return new WrittenPart(
        data.file(), data.name(), part.index(), file, data.type(), part.shape(), part.bytes());
  }
}

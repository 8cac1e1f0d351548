package io.cleave.file.tensor;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.file.Path;

/// A tensor in a file, of which nothing but the description has been read.
///
/// An immutable value, as safe for use by many threads as its content is.
///
/// @param file the file
/// @param name what the file calls it; the stem of the file's name where a file holds one tensor
/// @param layout what the data is
/// @param content the bytes as they stand in the file; exactly as many as the layout takes
public record StoredTensor(Path file, String name, Layout layout, Content content)
    implements Entry {
  /// Checks the size.
  ///
  /// @throws IllegalArgumentException if the content is not exactly as large as the layout says
  public StoredTensor {
    if (content.size() != layout.bytes()) {
      throw new IllegalArgumentException(
          "%s %s takes %s bytes; there are %s"
              .formatted(layout.type(), layout.shape(), layout.bytes(), content.size()));
    }
  }

  @Override
  public StoredTensor usable() {
    return this;
  }

  /// What a tensor is called that is alone in its file: the file's name without its last extension,
  /// `qkv` of `data/qkv.npy`.
  public static String nameFrom(Path file) {
    Path name = file.getFileName();
    String text = name == null ? "" : name.toString();
    int dot = text.lastIndexOf('.');
    return dot > 0 ? text.substring(0, dot) : text;
  }

  /// Type and shape as the file's users see them, for a plan.
  public io.cleave.plan.Layout plain() {
    return io.cleave.plan.Layout.of(type(), shape());
  }

  /// The shape as the file's users see it.
  public Shape shape() {
    return layout.shape();
  }

  /// The element type.
  public ElementType type() {
    return layout.type();
  }
}

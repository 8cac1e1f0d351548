package io.cleave.file.format;

import static io.cleave.file.format.Checks.require;

import java.nio.file.Path;

/// A tensor in a file, of which only the description has been read. An immutable value.
///
/// @param name the name in the file; the stem of the file's name where a file holds one tensor
/// @param layout its type, shape and arrangement
/// @param data where its bytes are, exactly as many as the layout takes
public record StoredTensor(Path file, String name, StoredLayout layout, DataSource data)
    implements Entry {
  /// Checks the size.
  ///
  /// @throws IllegalArgumentException if the data is not exactly as large as the layout
  public StoredTensor {
    require(
        data.size() == layout.bytes(),
        "%s %s takes %s bytes of data, and there are %s; copy or save it again",
        layout.type(),
        layout.shape(),
        layout.bytes(),
        data.size());
  }

  @Override
  public StoredTensor usable() {
    return this;
  }

  /// The name of a tensor that is alone in its file: the file's name without its last extension,
  /// `qkv` of `data/qkv.npy`.
  public static String nameFrom(Path file) {
    Path name = file.getFileName();
    String text = name == null ? "" : name.toString();
    int dot = text.lastIndexOf('.');
    return dot > 0 ? text.substring(0, dot) : text;
  }
}

package io.cleave.file;

import io.cleave.text.Parsing;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// A kind of file that holds tensors.
public enum Format {
  /// NumPy's `.npy`: one tensor.
  NPY("npy"),
  /// NumPy's `.npz`: a zip archive of `.npy` files.
  NPZ("npz"),
  /// Hugging Face's `.safetensors`: a JSON header, then the data of all tensors.
  SAFETENSORS("safetensors"),
  /// The bytes of one tensor and nothing else; its type and shape are kept elsewhere.
  RAW("raw");

  private final String extension;

  Format(String extension) {
    this.extension = extension;
  }

  /// Reads a format's name, such as `npz`, in any case.
  ///
  /// @throws IllegalArgumentException if there is no such format; the message lists all
  public static Format parse(String name) {
    return Parsing.named("format", values(), name.strip().toLowerCase(Locale.ROOT));
  }

  /// The format that the extension of a file's name stands for; `.bin` means raw bytes, too. Empty
  /// if it is none of these.
  public static Optional<Format> of(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    for (Format format : values()) {
      if (name.endsWith("." + format.extension) || (format == RAW && name.endsWith(".bin"))) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /// The extension of such files, without the dot: `npz`.
  public String extension() {
    return extension;
  }

  /// True if one file may hold any number of tensors.
  public boolean holdsMany() {
    return this == NPZ || this == SAFETENSORS;
  }

  /// The name: `npz`.
  @Override
  public String toString() {
    return extension;
  }
}

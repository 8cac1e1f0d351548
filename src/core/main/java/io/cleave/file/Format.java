package io.cleave.file;

import io.cleave.file.npy.NpyContainer;
import io.cleave.file.npz.NpzContainer;
import io.cleave.file.output.OutputFile;
import io.cleave.file.raw.RawContainer;
import io.cleave.file.safetensors.SafetensorsContainer;
import io.cleave.file.stored.Container;
import io.cleave.file.stored.NamedLayout;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.text.OneLine;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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

  /// Reads a format's name, `npz` say, in any case.
  ///
  /// @throws IllegalArgumentException if there is no such format; the message lists all
  public static Format parse(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(format -> format.extension.equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "format '%s' is not known; use one of %s"
                        .formatted(
                            OneLine.excerpt(name),
                            Arrays.stream(values())
                                .map(Format::toString)
                                .collect(Collectors.joining(" ")))));
  }

  /// The format that a file's name promises: `.bin` means raw bytes, too. Empty where the name
  /// promises none.
  public static Optional<Format> ofName(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".bin")) {
      return Optional.of(RAW);
    }
    return Arrays.stream(values())
        .filter(format -> name.endsWith("." + format.extension))
        .findFirst();
  }

  /// What the names of such files end with, without the dot: `npz`.
  public String extension() {
    return extension;
  }

  /// Whether one file may hold any number of tensors.
  public boolean holdsMany() {
    return this == NPZ || this == SAFETENSORS;
  }

  /// A file of this format with these tensors.
  ///
  /// @throws IllegalArgumentException as [#container] does
  OutputFile file(Path path, List<NamedLayout> tensors, Map<String, String> metadata) {
    List<String> names =
        holdsMany()
            ? tensors.stream().map(NamedLayout::name).toList()
            : List.of(StoredTensor.nameFrom(path));
    List<NamedLayout> kept = List.copyOf(tensors);
    // Now as well, so that what the format cannot hold is refused before anything is written.
    container(kept, metadata);
    return new OutputFile(path, names, () -> container(kept, metadata));
  }

  /// What stands around the data of these tensors in a file of this format.
  ///
  /// @param tensors their names and layouts, in the order in which they are to stand there
  /// @param metadata texts to keep, in order; only safetensors has a place for any
  /// @throws IllegalArgumentException if the format cannot hold them; the message says what can
  Container container(List<NamedLayout> tensors, Map<String, String> metadata) {
    return switch (this) {
      case NPY -> NpyContainer.of(only(tensors).layout());
      case NPZ -> NpzContainer.of(tensors);
      case SAFETENSORS -> SafetensorsContainer.of(tensors, metadata);
      case RAW -> RawContainer.of(only(tensors).layout());
    };
  }

  private NamedLayout only(List<NamedLayout> tensors) {
    if (tensors.size() != 1) {
      throw new IllegalArgumentException(
          "a .%s file holds one tensor, not %s; write each to a file of its own, or all to a .npz or"
                  .formatted(extension, tensors.size())
              + " .safetensors file");
    }
    return tensors.getFirst();
  }

  /// The name: `npz`.
  @Override
  public String toString() {
    return extension;
  }
}

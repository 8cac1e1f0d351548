package io.cleave.file;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Where parts go, in which format, under which names. An immutable value.
///
/// @param folder the folder; it need not exist
/// @param names what the parts are called; empty to number them from 0. One that slices were
///   stacked or joined to is called `stacked` or `joined`
/// @param format the format; null for the input's own, but `npy` for `npz`
/// @param arrangement how parts are shared out among files
/// @param packing whether data is compressed
public record Target(
    Path folder,
    List<String> names,
    @Nullable Format format,
    Arrangement arrangement,
    Packing packing) {
  /// Copies the names.
  public Target {
    names = List.copyOf(names);
  }

  /// A file for each part, numbered, in the usual format.
  public static Target in(Path folder) {
    return new Target(folder, List.of(), null, Arrangement.FILE_FOR_EACH_PART, Packing.STORED);
  }

  /// The format for the parts of an input.
  ///
  /// @throws IllegalArgumentException if it cannot do what is asked of it
  Format formatFor(Format input) {
    Format chosen = format == null ? usual(input) : format;
    if (arrangement == Arrangement.BUNDLE && !chosen.holdsMany()) {
      throw new IllegalArgumentException(
          "a .%s file holds one tensor and no bundle of parts; add --format npz or --format"
                  .formatted(chosen)
              + " safetensors");
    }
    if (packing == Packing.DEFLATED && chosen != Format.NPZ) {
      throw new IllegalArgumentException(
          "only .npz files can be compressed, and these would be .%s; add --format npz"
              .formatted(chosen));
    }
    return chosen;
  }

  private Format usual(Format input) {
    Format single = input == Format.NPZ ? Format.NPY : input;
    return arrangement == Arrangement.BUNDLE && single == Format.NPY ? Format.NPZ : single;
  }

  /// The names of so many parts.
  ///
  /// @throws IllegalArgumentException if other than that many are given
  List<String> names(int count) {
    if (names.isEmpty()) {
      return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }
    if (names.size() != count) {
      throw new IllegalArgumentException(
          "the plan has %s parts; %s names are given, and each part needs one"
              .formatted(count, names.size()));
    }
    return names;
  }
}

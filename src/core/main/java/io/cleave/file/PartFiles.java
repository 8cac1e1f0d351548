package io.cleave.file;

import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// Where the parts of a split are written. An immutable value.
///
/// @param folder the folder; it need not exist
/// @param names the file names in it, one for each part
public record PartFiles(Path folder, List<String> names) {
  private static final String SUFFIX = ".npy";

  /// Copies and checks the names.
  ///
  /// @throws IllegalArgumentException if a name stands there twice, is too long, or is not the
  ///   plain name of a file
  public PartFiles {
    names = List.copyOf(names);
    FileNames.requirePlain(folder, names);
    FileNames.requireDistinct(names);
    for (int i = 0; i < names.size(); i++) {
      FileNames.requireFits(names.get(i), Integer.toString(i));
    }
  }

  /// The files `STEM.0.npy`, `STEM.1.npy` and so on.
  ///
  /// @throws IllegalArgumentException if no plan has so many parts, or a name is too long or not a
  ///   plain name
  public static PartFiles numbered(Path folder, String stem, int count) {
    if (count < 0 || count > SplitPlan.MAX_PARTS) {
      throw new IllegalArgumentException(
          "files are numbered for 0..%s parts, not %s; give a plan's count"
              .formatted(SplitPlan.MAX_PARTS, count));
    }
    return named(folder, stem, IntStream.range(0, count).mapToObj(Integer::toString).toList());
  }

  /// The files `STEM.NAME.npy`.
  ///
  /// @throws IllegalArgumentException if a name stands there twice, is too long, empty, or not a
  ///   plain name
  public static PartFiles named(Path folder, String stem, List<String> parts) {
    FileNames.requirePlain(folder, parts);
    return new PartFiles(folder, parts.stream().map(part -> stem + "." + part + SUFFIX).toList());
  }

  /// The files `NAME.EXTENSION`, named for tensors. Characters of a name that a file name cannot
  /// have are written as in a URL: `a/b` as `a%2Fb`.
  ///
  /// @throws IllegalArgumentException if a name stands there twice or is too long
  public static PartFiles ofTensors(Path folder, List<String> tensors, Format format) {
    return new PartFiles(
        folder,
        tensors.stream().map(name -> FileStem.of(name) + "." + format.extension()).toList());
  }

  /// All paths, in order.
  public List<Path> paths() {
    return names.stream().map(folder::resolve).toList();
  }

  /// A file's name without its last extension: `qkv` of `data/qkv.npy`.
  public static String stem(Path file) {
    return StoredTensor.nameFrom(file);
  }

  /// The path of one part.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public Path path(int part) {
    if (part < 0 || part >= names.size()) {
      throw new IllegalArgumentException(
          "part %s does not exist; %s have files, counted from 0".formatted(part, names.size()));
    }
    return folder.resolve(names.get(part));
  }

  /// Checks that each part of a plan has a name.
  ///
  /// @throws IllegalArgumentException if there are more or fewer
  void requireCount(SplitPlan plan) {
    if (names.size() != plan.partCount()) {
      throw new IllegalArgumentException(
          "the plan has %s parts; %s names are given, and each part needs one"
              .formatted(plan.partCount(), names.size()));
    }
  }

  /// Checks that no name promises another format.
  ///
  /// @throws IllegalArgumentException if one does
  void requireFormat(Format format) {
    for (String name : names) {
      if (Format.ofName(folder.resolve(name)).filter(promised -> promised != format).isPresent()) {
        throw new IllegalArgumentException(
            "a .%s file cannot be called '%s'; give a name that ends with .%1$s"
                .formatted(format, OneLine.excerpt(name)));
      }
    }
  }
}

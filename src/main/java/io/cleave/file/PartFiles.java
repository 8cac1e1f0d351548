package io.cleave.file;

import io.cleave.plan.SplitPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Where the parts of a split are written. An immutable value.
///
/// @param folder the folder; it need not exist
/// @param names the file names in it, one for each part
public record PartFiles(Path folder, List<String> names) {
  private static final String SUFFIX = ".npy";

  /// File systems take 255 bytes; the rest is for what a temporary name adds.
  private static final int MAX_NAME = 230;

  /// Copies and checks the names.
  ///
  /// @throws IllegalArgumentException if a name stands there twice, is too long, or is not the
  ///   plain name of a file
  public PartFiles {
    names = List.copyOf(names);
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      requirePlain(folder, name);
      if (!seen.add(name)) {
        throw givenTwice(name);
      }
    }
  }

  static IllegalArgumentException givenTwice(String name) {
    return new IllegalArgumentException(
        "the file name '%s' is given to two parts; give each its own".formatted(Excerpt.of(name)));
  }

  /// The files `STEM.0.npy`, `STEM.1.npy` and so on.
  public static PartFiles numbered(Path folder, String stem, int count) {
    return named(folder, stem, IntStream.range(0, count).mapToObj(Integer::toString).toList());
  }

  /// The files `STEM.NAME.npy`.
  ///
  /// @throws IllegalArgumentException if a name stands there twice, is too long, empty, or not a
  ///   plain name
  public static PartFiles named(Path folder, String stem, List<String> parts) {
    parts.forEach(part -> requirePlain(folder, part));
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
    Path name = file.getFileName();
    String text = name == null ? "" : name.toString();
    int dot = text.lastIndexOf('.');
    return dot > 0 ? text.substring(0, dot) : text;
  }

  /// The path of one part.
  public Path path(int part) {
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

  private static void requirePlain(Path folder, String name) {
    String problem = problem(folder, name);
    if (problem != null) {
      throw new IllegalArgumentException(
          "the part name '%s' %s; give a plain name such as q"
              .formatted(Excerpt.of(name), problem));
    }
  }

  private static @Nullable String problem(Path folder, String name) {
    if (name.isEmpty()) {
      return "is empty";
    }
    if (name.equals(".") || name.equals("..")) {
      return "means a folder";
    }
    // On every system both separators: what one writes another may unpack.
    if (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0) {
      return "has a path separator";
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      return "has a control character";
    }
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME) {
      return "is longer than %s bytes".formatted(MAX_NAME);
    }
    return isFileName(folder, name) ? null : "is no file name on this system";
  }

  private static boolean isFileName(Path folder, String name) {
    try {
      return folder.resolve(name).endsWith(name);
    } catch (InvalidPathException _) {
      return false;
    }
  }
}

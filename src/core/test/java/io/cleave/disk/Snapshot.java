package io.cleave.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a folder holds: files by their names from there, each byte a character. An immutable value.
///
/// @param files the files
public record Snapshot(Map<String, String> files) {
  /// No files.
  public static final Snapshot NOTHING = new Snapshot(Map.of());

  /// Temporary names.
  private static final String HIDDEN = "\\..+\\.tmp";

  /// Copies the map.
  public Snapshot {
    files = Map.copyOf(files);
  }

  /// That of a folder, which need not be there.
  public static Snapshot of(Path folder) throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (Path path : walk(folder)) {
      if (!Files.isDirectory(path)) {
        byte[] bytes = Files.readAllBytes(path);
        found.put(
            folder.relativize(path).toString(), new String(bytes, StandardCharsets.ISO_8859_1));
      }
    }
    return new Snapshot(found);
  }

  private static List<Path> walk(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.toList();
    }
  }

  /// Gives a folder these files and no others; without any, there is no folder.
  public void restore(Path folder) throws IOException {
    for (Path path : walk(folder).stream().sorted(Comparator.reverseOrder()).toList()) {
      Files.delete(path);
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.resolveSibling(""));
      Files.write(path, file.getValue().getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  /// The same names with other contents.
  public Snapshot with(UnaryOperator<String> contentOfName) {
    return new Snapshot(
        files.keySet().stream().collect(Collectors.toMap(name -> name, contentOfName)));
  }

  /// The files that have names of their own.
  public Snapshot named() {
    return new Snapshot(
        files.entrySet().stream()
            .filter(file -> !file.getKey().matches(HIDDEN))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }
}

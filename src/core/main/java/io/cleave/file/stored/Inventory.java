package io.cleave.file.stored;

import io.cleave.file.tensor.Entry;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All that the reader of a format finds in a file. An immutable value.
///
/// @param entries the tensors, in the order in which the file names them; those that cannot be
///   split are among them
/// @param others names of what it holds besides
/// @param metadata the texts that it holds about itself, in order
public record Inventory(List<Entry> entries, List<String> others, Map<String, String> metadata) {
  /// Copies lists and map.
  public Inventory {
    entries = List.copyOf(entries);
    others = List.copyOf(others);
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /// That of a file which holds one tensor and nothing else.
  public static Inventory of(Entry entry) {
    return new Inventory(List.of(entry), List.of(), Map.of());
  }
}

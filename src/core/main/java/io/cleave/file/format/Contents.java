package io.cleave.file.format;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Contents of a file, as its headers list them. An immutable value.
///
/// @param entries the tensors in the file's order, those that cannot be split among them
/// @param others names of what it holds besides, which is left alone
/// @param metadata the texts that it holds about itself, in order: `__metadata__` of safetensors
public record Contents(List<Entry> entries, List<String> others, Map<String, String> metadata) {
  /// Copies lists and map.
  public Contents {
    entries = List.copyOf(entries);
    others = List.copyOf(others);
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /// One tensor and nothing else.
  static Contents of(Entry entry) {
    return new Contents(List.of(entry), List.of(), Map.of());
  }
}

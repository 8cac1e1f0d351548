package io.cleave.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// An input as lines of text, so that people can write and read it.
final class Lines {
  private final List<String> lines;

  Lines(byte[] input) {
    this.lines = List.of(new String(input, StandardCharsets.UTF_8).split("\n", -1));
  }

  /// A line, counted from 0; empty where there is none.
  String line(int index) {
    return index < lines.size() ? lines.get(index) : "";
  }

  /// The lines from one on.
  String[] from(int index) {
    return lines.stream().skip(index).toArray(String[]::new);
  }
}

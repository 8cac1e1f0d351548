package io.cleave.plan;

import java.util.List;

/// Places of parts in one tensor: each part has some chunks of equal length. All numbers count
/// elements.
///
/// @param chunks the chunks of each part
/// @param stride the distance from one chunk of a part to the next
/// @param starts the start of the first chunk of each part
/// @param lengths the length of one chunk of each part, 0 if it is not stacked
public record Stacking(long chunks, long stride, List<Long> starts, List<Long> lengths) {
  /// Copy with so many chunks of each part.
  Stacking of(long count) {
    return new Stacking(count, stride, starts, lengths);
  }

  /// The length of one chunk of a part.
  public long length(int part) {
    return lengths.get(part);
  }

  /// The start of the first chunk of a part.
  public long start(int part) {
    return starts.get(part);
  }
}

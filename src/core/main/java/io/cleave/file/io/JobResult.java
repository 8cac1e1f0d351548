package io.cleave.file.io;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of a job. An immutable value.
///
/// @param parts what was written; empty after a failure
/// @param failure why nothing was written; null if all was
public record JobResult(SplitJob job, List<WrittenPart> parts, @Nullable Exception failure) {
  /// Copies the list.
  public JobResult {
    parts = List.copyOf(parts);
  }
}

package io.cleave.file;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of a job.
///
/// @param job the job
/// @param parts what was written; empty after a failure
/// @param failure why nothing was written; null if all was
public record JobOutcome(SplitJob job, List<WrittenPart> parts, @Nullable Exception failure) {
  /// Copies the list.
  public JobOutcome {
    parts = List.copyOf(parts);
  }
}

package io.cleave.conformance;

import io.cleave.plan.Operation;
import java.util.Optional;

/// A case as a question to somebody else: what it expects is left out.
///
/// @param id the case's name, without control characters
/// @param operation what it asks
/// @param data what the data holds, packed, and not to be changed; empty where the library does not
///   split it, or it is too large to be tried, or made of texts
public record PosedCase(String id, Operation operation, Optional<byte[]> data) {
  /// Makes one line of the name.
  public PosedCase {
    id = Excerpt.of(id);
  }
}

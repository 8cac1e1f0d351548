package io.cleave.json;

/// `null`: a value that was written down, unlike a field that is missing. All are equal. Immutable
/// and safe to share.
public record JsonNull() implements JsonValue {

  /// This null as JSON.
  @Override
  public String toString() {
    return "null";
  }
}

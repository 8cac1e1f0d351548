package io.cleave.json;

/// `true` or `false`. Immutable and safe to share.
///
/// @param value which of the two
public record JsonBoolean(boolean value) implements JsonValue {

  /// This boolean as JSON.
  @Override
  public String toString() {
    return Boolean.toString(value);
  }
}

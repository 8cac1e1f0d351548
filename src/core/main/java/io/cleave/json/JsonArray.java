package io.cleave.json;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/// A JSON list. Immutable and safe to share.
///
/// @param items the values in order; copied, and unmodifiable
public record JsonArray(List<JsonValue> items) implements JsonValue {

  /// A list of a copy of these items.
  public JsonArray {
    items = List.copyOf(items);
  }

  /// A list of what `writer` makes of each item, for example `of(names, JsonString::new)`.
  public static <T> JsonArray of(
      Collection<T> items, Function<? super T, ? extends JsonValue> writer) {
    return new JsonArray(items.stream().<JsonValue>map(writer).toList());
  }

  @Override
  public JsonArray asArray() {
    return this;
  }

  /// This list as JSON on one line.
  @Override
  public String toString() {
    return JsonWriter.compact(this);
  }
}

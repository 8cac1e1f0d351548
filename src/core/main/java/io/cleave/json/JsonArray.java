package io.cleave.json;

import java.util.ArrayList;
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

  /// A list of integers, such as a shape.
  public static JsonArray of(long... values) {
    List<JsonValue> items = new ArrayList<>(values.length);
    for (long value : values) {
      items.add(JsonNumber.of(value));
    }
    return new JsonArray(items);
  }

  /// A list of what `writer` makes of each item, for example `of(names, JsonString::new)`.
  public static <T> JsonArray of(
      Collection<T> items, Function<? super T, ? extends JsonValue> writer) {
    List<JsonValue> written = new ArrayList<>(items.size());
    for (T item : items) {
      written.add(writer.apply(item));
    }
    return new JsonArray(written);
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

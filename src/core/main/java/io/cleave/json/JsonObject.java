package io.cleave.json;

import io.cleave.text.OneLine;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A JSON object: named fields that keep their order. Two objects are equal when they have equal
/// fields in any order, because JSON gives the order no meaning. Immutable and safe to share.
///
/// @param fields the fields by name; copied, and unmodifiable
public record JsonObject(Map<String, JsonValue> fields) implements JsonValue {

  /// An object with a copy of these fields, in the map's order; the names must be well-formed
  /// UTF-16.
  public JsonObject {
    fields.keySet().forEach(JsonString::requireWellFormed);
    fields = fields.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /// An object of names and values in turns, which [JsonValue#of] writes. A name whose value is
  /// null is left out.
  public static JsonObject of(@Nullable Object... namesAndValues) {
    Map<String, JsonValue> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      if (value != null) {
        fields.put(String.valueOf(namesAndValues[i]), JsonValue.of(value));
      }
    }
    return new JsonObject(fields);
  }

  /// The value of a field that must be there; where it is not, the [JsonException] lists the fields
  /// that are.
  public JsonValue require(String name) {
    JsonValue value = fields.get(name);
    if (value == null) {
      throw new JsonException(
          "field \"%s\" is missing; the object has %s"
              .formatted(OneLine.excerpt(name), OneLine.excerpt(fields.keySet().toString())));
    }
    return value;
  }

  /// A field that must be there, read with `reader`, for example `read("axis", JsonValue::asLong)`.
  /// An [IllegalArgumentException] of the reader becomes a [JsonException] that names the field.
  public <T> T read(String name, Function<? super JsonValue, ? extends T> reader) {
    return JsonException.at("field \"%s\"".formatted(OneLine.excerpt(name)), require(name), reader);
  }

  /// As [#read], but empty where the object has no such field. The reader sees a field that is
  /// `null`.
  public <T> Optional<T> readOptional(
      String name, Function<? super JsonValue, ? extends T> reader) {
    return fields.containsKey(name) ? Optional.of(read(name, reader)) : Optional.empty();
  }

  @Override
  public JsonObject asObject() {
    return this;
  }

  /// This object as JSON on one line.
  @Override
  public String toString() {
    return JsonWriter.compact(this);
  }
}

package io.cleave.json;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;

/// One JSON value. Values are immutable, comparable with `equals`, and safe to share among threads.
///
/// The `as...` methods say what the caller expects, and throw a [JsonException] such as `expected a
/// list, found the number 7` where the value is something else; nothing is converted silently.
/// Where several kinds are allowed, a `switch` over the sealed types tells them apart.
///
/// `toString()` is the value as JSON on one line without spaces, and [#pretty()] is it for people.
/// [JsonReader] reads both back as an equal value, unless the value is beyond the reader's limits.
public sealed interface JsonValue
    permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {

  /// The JSON of a Java object: a number, a boolean, a list, a map in its order, what an optional
  /// holds, null for an empty one, or the text of anything else.
  static JsonValue of(Object value) {
    return switch (value) {
      case JsonValue json -> json;
      case Optional<?> optional -> optional.map(JsonValue::of).orElseGet(JsonNull::new);
      case OptionalLong number when number.isEmpty() -> new JsonNull();
      case OptionalLong number -> JsonNumber.of(number.getAsLong());
      case Boolean flag -> new JsonBoolean(flag);
      case Double number -> JsonNumber.of(number);
      case Number integer -> JsonNumber.of(integer.longValue());
      case long[] integers -> of(Arrays.stream(integers).boxed().toList());
      case Collection<?> items -> JsonArray.of(items, JsonValue::of);
      case Map<?, ?> map -> {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        map.forEach((name, item) -> fields.put(String.valueOf(name), of(item)));
        yield new JsonObject(fields);
      }
      default -> new JsonString(value.toString());
    };
  }

  /// This value as an object.
  default JsonObject asObject() {
    throw JsonException.mismatch("an object", this);
  }

  /// This value as a list.
  default JsonArray asArray() {
    throw JsonException.mismatch("a list", this);
  }

  /// The characters of this string.
  default String asString() {
    throw JsonException.mismatch("a string", this);
  }

  /// This number as an exact `long`; see [JsonNumber#asLong()].
  default long asLong() {
    throw JsonException.mismatch("an integer", this);
  }

  /// This list of integers as a new array that belongs to the caller.
  default long[] asLongs() {
    return asListOf(JsonValue::asLong).stream().mapToLong(Long::longValue).toArray();
  }

  /// The items of this list, each read with `reader`, as an unmodifiable list. An
  /// [IllegalArgumentException] of the reader becomes a [JsonException] that names the index,
  /// counted from 0.
  default <T> List<T> asListOf(Function<? super JsonValue, ? extends T> reader) {
    List<JsonValue> items = asArray().items();
    return IntStream.range(0, items.size())
        .mapToObj(i -> JsonException.<T>at("index " + i, items.get(i), reader))
        .toList();
  }

  /// This value as JSON for people: fields on lines of their own, indented by two spaces; a list of
  /// plain values, such as a shape, stays on one line. There is no line break at the end.
  default String pretty() {
    return JsonWriter.pretty(this);
  }
}

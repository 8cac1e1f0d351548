package io.cleave.json;

import io.cleave.text.OneLine;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One JSON value. Values are immutable, comparable with `equals`, and safe to share among threads.
/// Objects are equal when they have equal fields in any order, because JSON gives the order no
/// meaning.
///
/// The methods that read a value say what the caller expects, and throw a [JsonException] such as
/// `expected a list, found the number 7` where the value is something else; nothing is converted
/// silently. Where several kinds are allowed, a `switch` over [#value()] tells them apart.
///
/// `toString()` is the value as JSON on one line without spaces, and [#pretty()] is it for people.
/// [JsonReader] reads both back as an equal value, unless the value is beyond the reader's limits.
///
/// @param value a map of fields that keep their order, a list, a string of well-formed UTF-16, a
///   [JsonNumber], a boolean, or null; items and fields are values again. [#of] takes anything else
public record JsonValue(@Nullable Object value) {
  /// The JSON of a Java object: a value as it is, a number, a boolean, a list, a map in its order,
  /// what an optional holds, null for an empty one, or the text of anything else. Strings and names
  /// with a lone surrogate, and numbers that are not finite, are a [JsonException].
  public static JsonValue of(Object value) {
    return value instanceof JsonValue json ? json : new JsonValue(content(value));
  }

  private static @Nullable Object content(Object value) {
    return switch (value) {
      case Boolean _, JsonNumber _ -> value;
      case Optional<?> optional -> optional.isEmpty() ? null : of(optional.get()).value;
      case Number number -> new JsonNumber(number.toString());
      case long[] integers -> Arrays.stream(integers).mapToObj(JsonValue::of).toList();
      case Collection<?> items -> items.stream().map(JsonValue::of).toList();
      case Map<?, ?> map -> fields(map);
      default -> wellFormed(value.toString());
    };
  }

  private static Map<String, JsonValue> fields(Map<?, ?> map) {
    Map<String, JsonValue> fields = new LinkedHashMap<>();
    map.forEach((name, item) -> fields.put(wellFormed(String.valueOf(name)), of(item)));
    return Collections.unmodifiableMap(fields);
  }

  /// No UTF-8 file can hold half a surrogate pair.
  static String wellFormed(String characters) {
    if (characters.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)) {
      throw new JsonException("a string must hold whole characters, not half a surrogate pair");
    }
    return characters;
  }

  /// An object of names and values in turns. A name whose value is null is left out.
  public static JsonValue object(@Nullable Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      if (value != null) {
        fields.put(String.valueOf(namesAndValues[i]), value);
      }
    }
    return of(fields);
  }

  /// A list of what `writer` makes of each item, whenever it is read: objects for a million items
  /// take a gigabyte.
  ///
  /// @param items a list that does not change
  public static <T> JsonValue list(List<T> items, Function<? super T, ?> writer) {
    return new JsonValue(
        new AbstractList<JsonValue>() {
          @Override
          public JsonValue get(int index) {
            return of(writer.apply(items.get(index)));
          }

          @Override
          public int size() {
            return items.size();
          }
        });
  }

  @SuppressWarnings("unchecked")
  private <T> T as(String expected, Class<? super T> kind) {
    if (!kind.isInstance(value)) {
      throw JsonException.mismatch(expected, this);
    }
    return (T) value;
  }

  /// The fields of this object by name, unmodifiable.
  public Map<String, JsonValue> fields() {
    return as("an object", Map.class);
  }

  /// The items of this list, unmodifiable.
  public List<JsonValue> items() {
    return as("a list", List.class);
  }

  /// The characters of this string.
  public String asString() {
    return as("a string", String.class);
  }

  /// This number as an exact `long`; see [JsonNumber#asLong()].
  public long asLong() {
    return this.<JsonNumber>as("an integer", JsonNumber.class).asLong();
  }

  /// This list of integers as a new array that belongs to the caller.
  public long[] asLongs() {
    return asListOf(JsonValue::asLong).stream().mapToLong(Long::longValue).toArray();
  }

  /// The items of this list, each read with `reader`, as an unmodifiable list. An
  /// [IllegalArgumentException] of the reader becomes a [JsonException] that names the index,
  /// counted from 0.
  public <T> List<T> asListOf(Function<? super JsonValue, ? extends T> reader) {
    List<JsonValue> items = items();
    return IntStream.range(0, items.size())
        .mapToObj(i -> JsonException.<T>at("index " + i, items.get(i), reader))
        .toList();
  }

  /// The value of a field that must be there; where it is not, the [JsonException] lists the fields
  /// that are.
  public JsonValue require(String name) {
    JsonValue field = fields().get(name);
    if (field == null) {
      throw new JsonException(
          "field \"%s\" is missing; the object has %s"
              .formatted(OneLine.excerpt(name), OneLine.excerpt(fields().keySet().toString())));
    }
    return field;
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
    return fields().containsKey(name) ? Optional.of(read(name, reader)) : Optional.empty();
  }

  /// This value as JSON on one line.
  @Override
  public String toString() {
    return JsonWriter.text(this, false);
  }

  /// This value as JSON for people: fields on lines of their own, indented by two spaces; a list of
  /// plain values, such as a shape, stays on one line. There is no line break at the end.
  public String pretty() {
    return JsonWriter.text(this, true);
  }
}

package io.cleave.cli.print;

import io.cleave.json.JsonArray;
import io.cleave.json.JsonBoolean;
import io.cleave.json.JsonNull;
import io.cleave.json.JsonNumber;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
import io.cleave.plan.Shape;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// JSON of Java objects.
public final class Json {
  private Json() {}

  /// An object of names and values in turns. A name whose value is null is left out; an empty
  /// optional is written as null.
  public static JsonObject object(@Nullable Object... namesAndValues) {
    JsonObject.Builder object = JsonObject.builder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      if (value != null) {
        object.put(String.valueOf(namesAndValues[i]), of(value));
      }
    }
    return object.build();
  }

  /// A value: a number, a boolean, a list, what an optional holds, or the text of anything else.
  public static JsonValue of(Object value) {
    return switch (value) {
      case JsonValue json -> json;
      case Optional<?> optional -> optional.map(Json::of).orElseGet(JsonNull::new);
      case OptionalLong number when number.isEmpty() -> new JsonNull();
      case OptionalLong number -> JsonNumber.of(number.getAsLong());
      case Boolean flag -> new JsonBoolean(flag);
      case Double number -> JsonNumber.of(number);
      case Number integer -> JsonNumber.of(integer.longValue());
      case Shape shape -> JsonArray.of(shape.extents());
      case long[] integers -> JsonArray.of(integers);
      case Collection<?> items -> JsonArray.of(items, Json::of);
      default -> new JsonString(value.toString());
    };
  }
}

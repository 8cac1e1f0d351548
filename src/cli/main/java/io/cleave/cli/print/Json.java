package io.cleave.cli.print;

import io.cleave.json.JsonValue;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// JSON of Java objects.
public final class Json {
  private Json() {}

  /// An object of names and values in turns, as [JsonValue#object] makes it. A shape is a list of
  /// its extents.
  public static JsonValue object(@Nullable Object... namesAndValues) {
    return JsonValue.object(
        Arrays.stream(namesAndValues)
            .map(value -> value instanceof Shape shape ? shape.extents() : value)
            .toArray());
  }

  /// The bytes of a part; null for strings, which have none.
  public static @Nullable Long bytes(Part part) {
    return part.type() == ElementType.STRING ? null : part.bytes();
  }
}

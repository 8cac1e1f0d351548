package io.cleave.conformance;

import io.cleave.json.JsonArray;
import io.cleave.json.JsonException;
import io.cleave.json.JsonNull;
import io.cleave.json.JsonNumber;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// One case as it is written: consistent with the format and with itself. Its inputs are texts that
/// the library has not seen yet, since it may have to refuse them.
///
/// @param id a name for people
/// @param type of the elements
/// @param shape of the data, as [PartialShape#parse] reads it
/// @param data a list of values, as many as the shape takes; the string `iota`; or null for
///   anything
/// @param axis along which it is split
/// @param lengths of the parts; empty for Split-1
/// @param count of equal parts; 0 for VariadicSplit-1
/// @param isRefused whether the input must be refused
/// @param shapes expected of the parts
/// @param values expected of each part, as many as its shape takes; empty where an oracle gives
///   them
record Case(
    String id,
    String type,
    String shape,
    JsonValue data,
    Input axis,
    Optional<Input> lengths,
    String count,
    boolean isRefused,
    List<PartialShape> shapes,
    Optional<List<List<JsonValue>>> values) {
  private static final Pattern INTERVAL = Pattern.compile("\\d*\\.\\.\\d*");
  private static final String IOTA = "iota";

  /// An integer tensor, the axis or the lengths.
  ///
  /// @param values integers, as many as the shape takes; empty where they are not known
  private record Input(String type, String shape, Optional<List<String>> values) {
    /// @throws IllegalArgumentException if the library refuses it
    IntegerInput read() {
      ElementType element = ElementType.parse(type);
      PartialShape partial = PartialShape.parse(shape);
      return values
          .map(texts -> texts.stream().mapToLong(Long::parseLong).toArray())
          .map(known -> IntegerInput.of(element, partial.toShape(), known))
          .orElseGet(() -> IntegerInput.unknown(element, partial));
    }
  }

  /// Reads a case. `origin` and `data` may be missing; fields that the format does not know are
  /// ignored.
  ///
  /// @throws CaseFailure if the object contradicts the format or itself
  static Case parse(JsonObject object) {
    try {
      object.readOptional("origin", JsonValue::asString);
      String op = object.read("op", JsonValue::asString);
      boolean isVariadic = op.equals("VariadicSplit-1");
      if (!isVariadic && !op.equals("Split-1")) {
        throw CaseFailure.malformed(
            "field \"op\": expected VariadicSplit-1 or Split-1, found %s"
                .formatted(new JsonString(op)));
      }
      String shape = object.read("shape", Case::shape);
      JsonObject expect = object.read("expect", JsonValue::asObject);
      Optional<String> error = expect.readOptional("error", JsonValue::asString);
      JsonValue data = object.readOptional("data", Case::data).orElse(new JsonNull());
      if (data instanceof JsonArray(List<JsonValue> items)) {
        requireCount(shape, items, "data");
      }
      Optional<List<List<JsonValue>>> values =
          expect.readOptional("values", all -> all.asListOf(list -> list.asArray().items()));
      if (error.isPresent() && expect.fields().size() > 1) {
        throw CaseFailure.malformed("expected shapes or an error, found both");
      }
      List<PartialShape> shapes = error.isPresent() ? List.of() : shapes(expect);
      if (values.isPresent()
          && (data instanceof JsonNull || values.get().size() != shapes.size())) {
        throw CaseFailure.malformed("values need data, and a list for each part");
      }
      return new Case(
          object.read("id", JsonValue::asString),
          object.read("element_type", JsonValue::asString),
          shape,
          data,
          object.read("axis", Case::input),
          isVariadic ? Optional.of(object.read("split_lengths", Case::input)) : Optional.empty(),
          isVariadic ? "0" : object.read("num_splits", Case::integer),
          error.isPresent(),
          shapes,
          values);
    } catch (JsonException e) {
      throw CaseFailure.malformed(String.valueOf(e.getMessage()));
    }
  }

  /// The operation and its inputs.
  ///
  /// @throws IllegalArgumentException if the library refuses the type, the shape, or a value
  SplitOperation operation() {
    ElementType element = ElementType.parse(type);
    PartialShape partial = PartialShape.parse(shape);
    IntegerInput along = axis.read();
    return lengths.isPresent()
        ? SplitOperation.variadicSplit(partial, element, along, lengths.get().read())
        : SplitOperation.split(partial, element, along, Long.parseLong(count));
  }

  /// The data that is listed; none if it is not.
  List<JsonValue> listed() {
    return data instanceof JsonArray(List<JsonValue> items) ? items : List.of();
  }

  private static String shape(JsonValue value) {
    return value instanceof JsonString(String text) && text.equals("...")
        ? text
        : value.asListOf(Case::dimension).toString();
  }

  private static String dimension(JsonValue value) {
    return value instanceof JsonString(String text) && INTERVAL.matcher(text).matches()
        ? text
        : integer(value);
  }

  /// An integer of any size; what does not fit is refused later.
  private static String integer(JsonValue value) {
    return value instanceof JsonNumber number && number.isInteger()
        ? number.text()
        : Long.toString(value.asLong());
  }

  private static JsonValue data(JsonValue value) {
    return value instanceof JsonNull || value.equals(new JsonString(IOTA))
        ? value
        : value.asArray();
  }

  private static Input input(JsonValue value) {
    JsonObject object = value.asObject();
    Input input =
        new Input(
            object.read("type", JsonValue::asString),
            object.read("shape", Case::shape),
            object.read("value", Case::integers));
    input.values().ifPresent(values -> requireCount(input.shape(), values, "value"));
    return input;
  }

  private static Optional<List<String>> integers(JsonValue value) {
    return switch (value) {
      case JsonString(String text) when text.equals("unknown") -> Optional.empty();
      case JsonArray array -> Optional.of(array.asListOf(Case::integer));
      default -> Optional.of(List.of(integer(value)));
    };
  }

  private static List<PartialShape> shapes(JsonObject expect) {
    return expect.read(
        "shapes", list -> list.asListOf(item -> PartialShape.parse(Case.shape(item))));
  }

  private static void requireCount(String shape, List<?> values, String what) {
    boolean fits;
    try {
      PartialShape partial = PartialShape.parse(shape);
      fits = partial.isKnown() && partial.toShape().elements() == values.size();
    } catch (IllegalArgumentException _) {
      return; // The library refuses such a shape.
    }
    if (!fits) {
      throw CaseFailure.malformed(
          "%s has %s values, not those of shape %s".formatted(what, values.size(), shape));
    }
  }
}

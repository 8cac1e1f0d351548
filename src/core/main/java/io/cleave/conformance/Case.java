package io.cleave.conformance;

import io.cleave.json.JsonException;
import io.cleave.json.JsonNumber;
import io.cleave.json.JsonValue;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// One case, consistent with the format and with itself.
///
/// @param id a name for people
/// @param operation makes the operation and its inputs, which the library may have to refuse by an
///   `IllegalArgumentException`
/// @param data a list of values, as many as the shape takes; the string `iota`; or null for
///   anything
/// @param isRefused whether the input must be refused
/// @param shapes expected of the parts
/// @param values expected of each part, as many as its shape takes; empty where an oracle gives
///   them
record Case(
    String id,
    Supplier<SplitOperation> operation,
    JsonValue data,
    boolean isRefused,
    List<PartialShape> shapes,
    Optional<List<List<JsonValue>>> values) {
  private static final Pattern INTERVAL = Pattern.compile("\\d*\\.\\.\\d*");
  private static final String IOTA = "iota";

  /// Reads a case. `origin` and `data` may be missing; fields that the format does not know are
  /// ignored.
  ///
  /// @throws CaseFailure if the object contradicts itself
  /// @throws JsonException if it contradicts the format
  static Case parse(JsonValue object) {
    object.readOptional("origin", JsonValue::asString);
    JsonValue data = object.readOptional("data", Case::data).orElse(new JsonValue(null));
    if (data.value() instanceof List<?> values) {
      requireCount(object.read("shape", Case::shape), values, "data");
    }
    JsonValue expect = object.require("expect");
    boolean isRefused =
        object.read("expect", all -> all.readOptional("error", JsonValue::asString)).isPresent();
    Optional<List<List<JsonValue>>> values =
        expect.readOptional("values", all -> all.asListOf(JsonValue::items));
    if (isRefused && expect.fields().size() > 1) {
      throw CaseFailure.malformed("expected shapes or an error, found both");
    }
    List<PartialShape> shapes = isRefused ? List.of() : shapes(expect);
    if (values.isPresent() && (data.value() == null || values.get().size() != shapes.size())) {
      throw CaseFailure.malformed("values need data, and a list for each part");
    }
    String id = object.read("id", JsonValue::asString);
    return new Case(id, operation(object), data, isRefused, shapes, values);
  }

  private static Supplier<SplitOperation> operation(JsonValue object) {
    String op = object.read("op", JsonValue::asString);
    String type = object.read("element_type", JsonValue::asString);
    String shape = object.read("shape", Case::shape);
    Supplier<IntegerInput> axis = object.read("axis", Case::input);
    if (op.equals("VariadicSplit-1")) {
      Supplier<IntegerInput> lengths = object.read("split_lengths", Case::input);
      return () ->
          SplitOperation.variadicSplit(
              PartialShape.parse(shape), ElementType.parse(type), axis.get(), lengths.get());
    }
    if (!op.equals("Split-1")) {
      throw CaseFailure.malformed(
          "field \"op\": expected VariadicSplit-1 or Split-1, found %s"
              .formatted(JsonValue.of(op)));
    }
    String count = object.read("num_splits", Case::integer);
    return () ->
        SplitOperation.split(
            PartialShape.parse(shape), ElementType.parse(type), axis.get(), Long.parseLong(count));
  }

  private static String shape(JsonValue value) {
    return value.value() instanceof String text && text.equals("...")
        ? text
        : value.asListOf(Case::dimension).toString();
  }

  private static String dimension(JsonValue value) {
    return value.value() instanceof String text && INTERVAL.matcher(text).matches()
        ? text
        : integer(value);
  }

  /// An integer of any size; what does not fit is refused later.
  private static String integer(JsonValue value) {
    return value.value() instanceof JsonNumber number && number.isInteger()
        ? number.text()
        : Long.toString(value.asLong());
  }

  private static JsonValue data(JsonValue value) {
    return value.value() == null || IOTA.equals(value.value())
        ? value
        : new JsonValue(value.items());
  }

  private static Supplier<IntegerInput> input(JsonValue value) {
    String type = value.read("type", JsonValue::asString);
    String shape = value.read("shape", Case::shape);
    Optional<List<String>> values = value.read("value", Case::integers);
    values.ifPresent(known -> requireCount(shape, known, "value"));
    return () -> {
      ElementType element = ElementType.parse(type);
      PartialShape partial = PartialShape.parse(shape);
      return values
          .map(texts -> texts.stream().mapToLong(Long::parseLong).toArray())
          .map(known -> IntegerInput.of(element, partial.toShape(), known))
          .orElseGet(() -> IntegerInput.unknown(element, partial));
    };
  }

  private static Optional<List<String>> integers(JsonValue value) {
    return switch (value.value()) {
      case String text when text.equals("unknown") -> Optional.empty();
      case List<?> _ -> Optional.of(value.asListOf(Case::integer));
      case null, default -> Optional.of(List.of(integer(value)));
    };
  }

  private static List<PartialShape> shapes(JsonValue expect) {
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

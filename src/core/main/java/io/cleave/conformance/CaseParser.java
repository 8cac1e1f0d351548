package io.cleave.conformance;

import io.cleave.conformance.Case.Data;
import io.cleave.conformance.Case.Expectation;
import io.cleave.conformance.Case.Operation;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonException;
import io.cleave.json.JsonNull;
import io.cleave.json.JsonNumber;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads a case from its JSON object. Whatever contradicts the format, or itself, makes the case
/// malformed. Values that an operation may have to refuse, such as an axis that is out of range,
/// are none of the parser's business.
///
/// `origin` and `data` may be missing; fields that the format does not know are ignored.
final class CaseParser {
  private static final Pattern INTERVAL = Pattern.compile("\\?|-?\\d*\\.\\.-?\\d*");

  private CaseParser() {}

  /// @throws CaseFailure if the case is malformed
  static Case parse(JsonObject object) {
    try {
      Case parsed =
          new Case(
              object.read("id", JsonValue::asString),
              object.read("element_type", JsonValue::asString),
              object.read("shape", CaseParser::shape),
              object.readOptional("data", CaseParser::data).orElse(new Data.Any()),
              object.read("axis", CaseParser::input),
              operation(object),
              object.read("expect", ExpectationParser::parse));
      object.readOptional("origin", JsonValue::asString);
      requireConsistent(parsed);
      return parsed;
    } catch (JsonException e) {
      throw CaseFailure.malformed(e);
    }
  }

  private static Operation operation(JsonObject object) {
    String op = object.read("op", JsonValue::asString);
    return switch (op) {
      case "VariadicSplit-1" ->
          new Operation.ByLengths(object.read("split_lengths", CaseParser::input));
      case "Split-1" ->
          new Operation.IntoEqualParts(object.read("num_splits", JsonValue::asInteger));
      default ->
          throw CaseFailure.malformed(
              "field \"op\": expected VariadicSplit-1 or Split-1, found " + new JsonString(op));
    };
  }

  static WrittenShape shape(JsonValue value) {
    if (value instanceof JsonString text && text.value().equals(WrittenShape.UNKNOWN_RANK)) {
      return new WrittenShape(Optional.empty());
    }
    return new WrittenShape(Optional.of(value.asListOf(CaseParser::dimension)));
  }

  private static String dimension(JsonValue value) {
    return value instanceof JsonString text && INTERVAL.matcher(text.value()).matches()
        ? text.value()
        : value.asInteger().toString();
  }

  private static Data data(JsonValue value) {
    return switch (value) {
      case JsonNull _ -> new Data.Any();
      case JsonString text when text.value().equals("iota") -> new Data.Iota();
      case JsonArray array -> new Data.Values(array.items());
      default ->
          throw new IllegalArgumentException(
              "expected null, \"iota\" or a list of values, found " + Excerpt.of(value));
    };
  }

  private static Case.Input input(JsonValue value) {
    JsonObject object = value.asObject();
    Case.Input input =
        new Case.Input(
            object.read("value", CaseParser::integers),
            object.read("type", JsonValue::asString),
            object.read("shape", CaseParser::shape));
    input.values().ifPresent(values -> requireCount(input.shape(), values, "value"));
    return input;
  }

  private static Optional<List<JsonValue>> integers(JsonValue value) {
    return switch (value) {
      case JsonString text when text.value().equals("unknown") -> Optional.empty();
      case JsonArray array -> Optional.of(array.asListOf(CaseParser::numberOrBoolean));
      default -> Optional.of(List.of(numberOrBoolean(value)));
    };
  }

  /// Booleans too: there are cases of an axis that must be refused for its type.
  private static JsonValue numberOrBoolean(JsonValue value) {
    if (!(value instanceof JsonNumber)) {
      value.asBoolean();
    }
    return value;
  }

  /// @throws IllegalArgumentException if there are more or fewer values than the shape takes
  static void requireCount(WrittenShape shape, List<JsonValue> values, String what) {
    if (shape.isUnknown()) {
      throw new IllegalArgumentException(
          "a known %s needs a known shape, not %s".formatted(what, shape));
    }
    shape
        .volume()
        .filter(volume -> volume.bitLength() >= Integer.SIZE || volume.intValue() != values.size())
        .ifPresent(
            volume -> {
              throw new IllegalArgumentException(
                  "shape %s takes %s values; %s has %s"
                      .formatted(shape, text(volume), what, values.size()));
            });
  }

  private static String text(BigInteger volume) {
    return volume.bitLength() > Long.SIZE ? "2^64 or more" : volume.toString();
  }

  private static void requireConsistent(Case parsed) {
    try {
      if (parsed.data() instanceof Data.Values data) {
        requireCount(parsed.shape(), data.values(), "data");
      }
    } catch (IllegalArgumentException e) {
      throw CaseFailure.malformed("field \"data\": " + e.getMessage());
    }
    if (parsed.data() instanceof Data.Any
        && parsed.expectation() instanceof Expectation.Parts parts
        && parts.values().isPresent()) {
      throw CaseFailure.malformed("field \"expect\": values need data; give \"iota\" or a list");
    }
  }
}

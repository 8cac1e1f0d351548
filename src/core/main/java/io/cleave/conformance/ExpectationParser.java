package io.cleave.conformance;

import io.cleave.conformance.Case.Expectation;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonValue;
import io.cleave.operation.PartialShape;
import java.util.List;
import java.util.Optional;

/// Reads what a case expects: either shapes, perhaps with values, or an error.
final class ExpectationParser {
  private ExpectationParser() {}

  /// @throws IllegalArgumentException if it is neither, or both, or the values do not fit the
  ///   shapes
  static Expectation parse(JsonValue value) {
    JsonObject object = value.asObject();
    Optional<String> error = object.readOptional("error", JsonValue::asString);
    if (error.isEmpty()) {
      return parts(object);
    }
    if (object.find("shapes").isPresent() || object.find("values").isPresent()) {
      throw new IllegalArgumentException("expected shapes or an error, found both");
    }
    return new Expectation.Refusal(error.get());
  }

  private static Expectation parts(JsonObject object) {
    List<WrittenShape> shapes = object.read("shapes", v -> v.asListOf(CaseParser::shape));
    Optional<List<List<JsonValue>>> values =
        object.readOptional("values", v -> v.asListOf(list -> list.asArray().items()));
    values.ifPresent(lists -> requireFit(shapes, lists));
    List<PartialShape> parsed = shapes.stream().map(WrittenShape::parse).toList();
    return new Expectation.Parts(parsed, values);
  }

  private static void requireFit(List<WrittenShape> shapes, List<List<JsonValue>> values) {
    if (shapes.size() != values.size()) {
      throw new IllegalArgumentException(
          "there are %s shapes and %s lists of values; give one list for each shape"
              .formatted(shapes.size(), values.size()));
    }
    for (int i = 0; i < shapes.size(); i++) {
      CaseParser.requireCount(shapes.get(i), values.get(i), "list " + i + " of values");
    }
  }
}

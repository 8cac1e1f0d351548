package io.cleave.conformance;

import io.cleave.json.JsonValue;
import io.cleave.operation.PartialShape;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// One case as it is written: complete and consistent with itself, but not yet shown to the
/// library, which may have to refuse it.
///
/// @param id a name for people
/// @param elementType of the data and of every part
/// @param shape of the data
/// @param data what the data holds
/// @param axis along which it is split
/// @param operation how it is split
/// @param expectation what must come of it
record Case(
    String id,
    String elementType,
    WrittenShape shape,
    Data data,
    Input axis,
    Operation operation,
    Expectation expectation) {

  /// What the data holds.
  sealed interface Data {
    /// 0, 1, 2 and so on, wrapping in the type.
    record Iota() implements Data {}

    /// Whatever the runner likes.
    record Any() implements Data {}

    /// These values, as many as the shape takes.
    record Values(List<JsonValue> values) implements Data {}
  }

  /// A small integer tensor, the axis or the lengths.
  ///
  /// @param values numbers or booleans, as many as the shape takes; empty where they are not known
  record Input(Optional<List<JsonValue>> values, String type, WrittenShape shape) {}

  /// Which operation, and the input that only this one has.
  sealed interface Operation {
    /// VariadicSplit-1.
    record ByLengths(Input lengths) implements Operation {}

    /// Split-1.
    record IntoEqualParts(BigInteger count) implements Operation {}
  }

  /// What must come of a case.
  sealed interface Expectation {
    /// The input must be refused.
    ///
    /// @param why for people
    record Refusal(String why) implements Expectation {}

    /// These parts.
    ///
    /// @param values of each part, as many as its shape takes; empty where an oracle has to say it
    record Parts(List<PartialShape> shapes, Optional<List<List<JsonValue>>> values)
        implements Expectation {}
  }
}

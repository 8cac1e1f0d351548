package io.cleave.conformance;

import io.cleave.json.JsonNumber;
import io.cleave.json.JsonValue;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/// Turns the axis and the lengths of a case into the library's inputs.
final class IntegerInputs {
  private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  private IntegerInputs() {}

  /// @throws IllegalArgumentException if the library refuses the type, the shape or a value
  /// @throws CaseFailure if a value is no integer
  static IntegerInput read(String name, Case.Input input) {
    ElementType type = ElementType.parse(input.type());
    PartialShape shape = input.shape().parse();
    return input
        .values()
        .map(values -> IntegerInput.of(type, shape.toShape(), integers(name, type, values)))
        .orElseGet(() -> IntegerInput.unknown(type, shape));
  }

  /// @throws IllegalArgumentException if the number does not fit: the library has no way to take it
  static long requireLong(String name, BigInteger value) {
    return requireLong(name, new BigDecimal(value));
  }

  private static long requireLong(String name, BigDecimal value) {
    if (value.compareTo(LEAST) < 0 || value.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "%s must lie in %s..%s, not %s".formatted(name, LEAST, MOST, Excerpt.of((Object) value)));
    }
    return value.longValueExact();
  }

  private static long[] integers(String name, ElementType type, List<JsonValue> values) {
    return values.stream().mapToLong(value -> integer(name, type, value)).toArray();
  }

  private static long integer(String name, ElementType type, JsonValue value) {
    if (!type.holdsIndices()) {
      return likelyInteger(name, value);
    }
    if (value instanceof JsonNumber number) {
      return requireLong(name, WholeNumber.of(number));
    }
    throw CaseFailure.malformed(
        "%s of type %s must be integers, not %s".formatted(name, type, Excerpt.of(value)));
  }

  /// Of a type that holds no indices only the type matters: it is refused, whatever the value. One
  /// that is no integer is as good as 0 then.
  private static long likelyInteger(String name, JsonValue value) {
    try {
      return value instanceof JsonNumber number ? requireLong(name, WholeNumber.of(number)) : 0;
    } catch (CaseFailure | IllegalArgumentException _) {
      return 0;
    }
  }
}

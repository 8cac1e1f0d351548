package io.cleave.sweep;

import io.cleave.backend.Example;
import io.cleave.backend.SplitCheck;
import io.cleave.backend.SplitExample;
import io.cleave.backend.StackExample;
import io.cleave.conformance.PackedElements;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonNumber;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.LongStream;

/// Writes an example as a conformance case, with fields for what a case does not have: where memory
/// was, how parts were converted or stacked, which bytes the data held.
final class WrittenExample {
  private WrittenExample() {}

  /// A case on one line.
  ///
  /// @param name what it is called
  static String line(String name, Example example) {
    SplitPlan plan = example.plan();
    JsonObject.Builder written =
        JsonObject.builder()
            .put("id", name)
            .put("origin", "sweep")
            .put("op", "VariadicSplit-1")
            .put("element_type", plan.type().toString())
            .put("shape", JsonArray.of(plan.shape().extents()))
            .put("data", elements(plan.type(), plan.shape().volume(), content(example)))
            .put("axis", input(JsonNumber.of(plan.axis()), JsonArray.of()))
            .put(
                "split_lengths",
                input(JsonArray.of(plan.lengths()), JsonArray.of((long) plan.partCount())))
            .put("expect", expectation(plan, content(example)));
    plan.conversion().ifPresent(rule -> written.put("converted", rule.toString()));
    switch (example) {
      case SplitExample split -> written.put("memory", split.data() + " to " + split.outputs());
      case StackExample stack ->
          written
              .put("memory", stack.data() + " to " + stack.result())
              .put("stacked", stack.stack().stacked() + ", parts " + stack.stack().order());
    }
    return written.build().toString();
  }

  private static MemorySegment content(Example example) {
    return switch (example) {
      case SplitExample split -> split.content();
      case StackExample stack -> stack.content();
    };
  }

  private static JsonObject input(JsonValue value, JsonArray shape) {
    return JsonObject.builder().put("value", value).put("type", "i64").put("shape", shape).build();
  }

  private static JsonObject expectation(SplitPlan plan, MemorySegment content) {
    SplitPlan moved =
        SplitPlan.byLengths(plan.shape(), plan.type(), plan.axis(), plan.lengths().clone());
    List<Part> parts = moved.parts();
    return JsonObject.builder()
        .put("shapes", JsonArray.of(parts, part -> JsonArray.of(part.shape().extents())))
        .put(
            "values",
            JsonArray.of(
                parts,
                part ->
                    elements(
                        plan.type(),
                        part.shape().volume(),
                        MemorySegment.ofArray(SplitCheck.expected(part, moved, content)))))
        .build();
  }

  private static JsonArray elements(ElementType type, long count, MemorySegment packed) {
    PackedElements elements = new PackedElements(type, packed);
    return JsonArray.of(
        LongStream.range(0, count).mapToObj(elements::get).toList(), bits -> value(type, bits));
  }

  /// An element as a case spells it.
  private static JsonValue value(ElementType type, long bits) {
    return switch (type) {
      case F64 -> real(Double.longBitsToDouble(bits));
      case F32 -> real(Float.intBitsToFloat((int) bits));
      case F16 -> real(Float.float16ToFloat((short) bits));
      case BF16 -> real(Float.intBitsToFloat((int) bits << Short.SIZE));
      case I4 -> JsonNumber.of(bits << (Long.SIZE - 4) >> (Long.SIZE - 4));
      case I8, I16, I32, I64 -> JsonNumber.of(bits);
      case U64 -> new JsonNumber(Long.toUnsignedString(bits));
      default -> JsonNumber.of(bits & (1L << type.bits()) - 1);
    };
  }

  /// JSON has no numbers for what is not finite.
  private static JsonValue real(double value) {
    return Double.isFinite(value) ? JsonNumber.of(value) : new JsonString(Double.toString(value));
  }
}

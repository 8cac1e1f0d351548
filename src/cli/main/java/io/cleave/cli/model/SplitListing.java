package io.cleave.cli.model;

import io.cleave.cli.print.Output;
import io.cleave.ir.Model;
import io.cleave.ir.SplitLayer;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonBoolean;
import io.cleave.json.JsonNull;
import io.cleave.json.JsonNumber;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The splits of a model, for people or as JSON.
///
/// @param splits those that are listed
record SplitListing(Model model, List<SplitLayer> splits) {
  /// So many parts and consumers are all shown to people; of more, the first ones and the last.
  private static final int MANY = 16;

  private static final JsonNull UNKNOWN = new JsonNull();

  private static OptionalLong axis(SplitLayer split) {
    IntegerInput axis = split.operation().axis();
    return axis.isKnown() && axis.values().length == 1
        ? OptionalLong.of(axis.values()[0])
        : OptionalLong.empty();
  }

  /// The bytes of the parts that are used. Strings have none.
  private static OptionalLong bytesMoved(SplitLayer split) {
    return split.type().equals(Optional.of(ElementType.STRING)) || split.plan().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(split.plan().get().parts().stream().mapToLong(Part::bytes).sum());
  }

  /// The plan of all outputs, used or not.
  private static Optional<SplitPlan> whole(SplitLayer split) {
    return split.plan().map(used -> split.plan(used.data()));
  }

  private static Optional<Part> part(Optional<SplitPlan> whole, int index) {
    return whole.filter(plan -> index < plan.partCount()).map(plan -> plan.part(index));
  }

  private static String kind(SplitLayer split) {
    return split.operation().lengths().isPresent() ? "VariadicSplit" : "Split";
  }

  /// An extent as a shape shows it: `6`, `?` or `2..6`.
  private static String extent(PartialShape shape, int axis) {
    String list = PartialShape.of(-1).bounded(0, shape.min(axis), shape.max(axis)).toString();
    return list.substring(1, list.length() - 1);
  }

  // In words.

  void print(Output output) {
    List<String> lines = new ArrayList<>();
    splits.forEach(split -> add(split, lines));
    model
        .missingWeights()
        .map(
            file ->
                "%s does not exist: an axis or lengths that are in it are printed as ?, and mistakes there are not found; put it beside the .xml file"
                    .formatted(file))
        .ifPresent(lines::add);
    long wrong = splits.stream().filter(split -> !split.isSound()).count();
    long unused =
        splits.stream()
            .flatMap(split -> split.outputs().stream())
            .filter(part -> part.consumers().isEmpty())
            .count();
    lines.add(
        "%s, %s wrong, %s"
            .formatted(count(splits.size(), "split"), wrong, count(unused, "unused output")));
    // A name from a model may hold anything; a line stays one line.
    lines.forEach(line -> output.print(OneLine.of(line)));
  }

  private static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  private void add(SplitLayer split, List<String> lines) {
    OptionalLong moved = bytesMoved(split);
    lines.add(
        "%s  %s  %s %s (%s)  %s  %s"
            .formatted(
                split.name(),
                kind(split),
                split.type().map(ElementType::toString).orElse("?"),
                split.operation().data(),
                split.isInferred() ? "inferred" : "ports",
                cut(split),
                moved.isPresent() ? moved.getAsLong() + " bytes moved" : "bytes unknown"));
    int parts = split.outputs().size();
    Optional<SplitPlan> whole = whole(split);
    for (int i = 0; i < parts; i++) {
      if (parts > MANY && i == MANY / 2) {
        i = parts - MANY / 2;
        lines.add("  ... %s parts in all; --json lists every one".formatted(parts));
      }
      lines.add("  " + part(i, split.outputs().get(i), part(whole, i)));
    }
    split.findings().forEach(finding -> lines.add("  " + finding));
  }

  private String cut(SplitLayer split) {
    String unknown = model.missingWeights().isPresent() ? "?" : "computed at run time";
    OptionalLong axis = axis(split);
    Optional<IntegerInput> lengths = split.operation().lengths();
    return "axis %s  %s"
        .formatted(
            axis.isPresent() ? axis.getAsLong() : unknown,
            lengths
                .map(each -> "lengths " + (each.isKnown() ? OneLine.list(each.values()) : unknown))
                .orElseGet(() -> "num_splits " + split.operation().count().orElseThrow()));
  }

  private static String part(int index, SplitLayer.Output output, Optional<Part> part) {
    String names =
        output.names().isEmpty() ? "" : "  \"" + String.join("\", \"", output.names()) + "\"";
    return "part %s  %s%s  %s  %s"
        .formatted(
            index, output.shape(), part.map(SplitListing::size).orElse(""), uses(output), names)
        .stripTrailing();
  }

  private static String size(Part part) {
    String bytes =
        part.type() == ElementType.STRING
            ? count(part.shape().elements(), "string")
            : count(part.bytes(), "byte");
    return "  %s, %s".formatted(bytes, part.isContiguous() ? "contiguous" : "not contiguous");
  }

  private static String uses(SplitLayer.Output output) {
    int uses = output.consumers().size();
    String shown =
        output.consumers().stream()
            .limit(MANY)
            .map(SplitLayer.Consumer::toString)
            .collect(Collectors.joining(", "));
    return uses == 0
        ? "unused"
        : "-> " + shown + (uses <= MANY ? "" : ", ... %s in all".formatted(uses));
  }

  // As JSON. What is not known is null; an extent of which only bounds are known is a text such as
  // "2..6" or "?". Lists are made while they are written: a small file may have many outputs.

  JsonObject json() {
    return JsonObject.builder()
        .put("model", model.file().toString())
        .put("name", model.name())
        .put("version", model.version())
        .put(
            "missingWeights",
            model
                .missingWeights()
                .<JsonValue>map(file -> new JsonString("" + file))
                .orElse(UNKNOWN))
        .put("splits", JsonArray.of(splits, SplitListing::json))
        .build();
  }

  private static JsonObject json(SplitLayer split) {
    Optional<SplitPlan> whole = whole(split);
    List<Integer> outputs = IntStream.range(0, split.outputs().size()).boxed().toList();
    OptionalLong count = split.operation().count();
    return JsonObject.builder()
        .put("layer", split.name())
        .put("id", split.id())
        .put("line", split.line())
        .put("operation", kind(split))
        .put("type", split.type().<JsonValue>map(type -> new JsonString("" + type)).orElse(UNKNOWN))
        .put("shape", json(split.operation().data()))
        .put("origin", split.isInferred() ? "inferred" : "ports")
        .put("axis", json(axis(split)))
        .put(
            "lengths",
            split
                .operation()
                .lengths()
                .filter(IntegerInput::isKnown)
                .<JsonValue>map(lengths -> JsonArray.of(lengths.values()))
                .orElse(UNKNOWN))
        .put("numSplits", json(count))
        .put("bytesMoved", json(bytesMoved(split)))
        .put("outputs", JsonArray.of(outputs, i -> json(i, split.outputs().get(i), part(whole, i))))
        .put("sound", split.isSound())
        .put("findings", JsonArray.of(split.findings(), JsonString::new))
        .build();
  }

  private static JsonObject json(int index, SplitLayer.Output output, Optional<Part> part) {
    return JsonObject.builder()
        .put("index", index)
        .put("names", JsonArray.of(output.names(), JsonString::new))
        .put("shape", json(output.shape()))
        .put(
            "bytes",
            part.filter(known -> known.type() != ElementType.STRING)
                .<JsonValue>map(known -> JsonNumber.of(known.bytes()))
                .orElse(UNKNOWN))
        .put("contiguous", json(part.map(Part::isContiguous)))
        .put("used", !output.consumers().isEmpty())
        .put("consumers", JsonArray.of(output.consumers(), SplitListing::json))
        .build();
  }

  private static JsonObject json(SplitLayer.Consumer consumer) {
    return JsonObject.builder()
        .put("layer", consumer.layer())
        .put("id", consumer.id())
        .put("input", consumer.input())
        .build();
  }

  private static JsonValue json(PartialShape shape) {
    return shape.isRankKnown()
        ? JsonArray.of(
            IntStream.range(0, shape.rank()).boxed().toList(),
            axis ->
                shape.min(axis) == shape.max(axis)
                    ? JsonNumber.of(shape.min(axis))
                    : new JsonString(extent(shape, axis)))
        : UNKNOWN;
  }

  private static JsonValue json(OptionalLong value) {
    return value.isPresent() ? JsonNumber.of(value.getAsLong()) : UNKNOWN;
  }

  private static JsonValue json(Optional<Boolean> value) {
    return value.<JsonValue>map(JsonBoolean::new).orElse(UNKNOWN);
  }
}

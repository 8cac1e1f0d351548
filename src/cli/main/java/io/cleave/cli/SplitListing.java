package io.cleave.cli;

import io.cleave.cli.print.Json;
import io.cleave.ir.Model;
import io.cleave.ir.SplitLayer;
import io.cleave.json.JsonValue;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The splits of a model, for people or as JSON.
///
/// @param splits those that are listed
record SplitListing(Model model, List<SplitLayer> splits) {
  private static Optional<Long> axis(SplitLayer split) {
    return Optional.of(split.operation().axis())
        .filter(axis -> axis.isKnown() && axis.values().length == 1)
        .map(axis -> axis.values()[0]);
  }

  /// The bytes of the parts that are used. Strings have none.
  private static Optional<Long> bytesMoved(SplitLayer split) {
    return split
        .plan()
        .filter(plan -> plan.data().type() != ElementType.STRING)
        .map(plan -> plan.parts().stream().mapToLong(Part::bytes).sum());
  }

  /// The parts of all outputs, used or not; empty ones where the plan is not known.
  private static List<Optional<Part>> parts(SplitLayer split) {
    List<Part> parts = split.plan().map(used -> split.plan(used.data()).parts()).orElse(List.of());
    return IntStream.range(0, split.outputs().size())
        .mapToObj(i -> Optional.ofNullable(i < parts.size() ? parts.get(i) : null))
        .toList();
  }

  private static String kind(SplitLayer split) {
    return split.operation().lengths().isPresent() ? "VariadicSplit" : "Split";
  }

  /// The listing as text. A name from a model may hold anything; a line stays one line.
  List<String> lines() {
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
            .filter(output -> output.consumers().isEmpty())
            .count();
    lines.add(
        "%s, %s wrong, %s"
            .formatted(count(splits.size(), "split"), wrong, count(unused, "unused output")));
    lines.replaceAll(OneLine::of);
    return lines;
  }

  private static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  private void add(SplitLayer split, List<String> lines) {
    String unknown = model.missingWeights().isPresent() ? "?" : "computed at run time";
    lines.add(
        "%s  %s  %s %s (%s)  axis %s  %s  %s"
            .formatted(
                split.name(),
                kind(split),
                split.type().map(ElementType::toString).orElse("?"),
                split.operation().data(),
                split.isInferred() ? "inferred" : "ports",
                axis(split).map(Object::toString).orElse(unknown),
                cut(split, unknown),
                bytesMoved(split).map(bytes -> bytes + " bytes moved").orElse("bytes unknown")));
    List<Optional<Part>> parts = parts(split);
    for (int i = 0; i < parts.size(); i++) {
      lines.add(line(i, split.outputs().get(i), parts.get(i)));
    }
    split.findings().forEach(finding -> lines.add("  " + finding));
  }

  private static String cut(SplitLayer split, String unknown) {
    return split
        .operation()
        .lengths()
        .map(each -> "lengths " + (each.isKnown() ? OneLine.list(each.values()) : unknown))
        .orElseGet(() -> "num_splits " + split.operation().count().orElseThrow());
  }

  private static String line(int index, SplitLayer.Output output, Optional<Part> part) {
    String size =
        part.map(one -> "  %s, %scontiguous".formatted(size(one), one.isContiguous() ? "" : "not "))
            .orElse("");
    String names =
        output.names().isEmpty() ? "" : "  \"" + String.join("\", \"", output.names()) + "\"";
    return "  part %s  %s%s  %s  %s"
        .formatted(index, output.shape(), size, uses(output.consumers()), names)
        .stripTrailing();
  }

  private static String size(Part part) {
    return part.type() == ElementType.STRING
        ? count(part.shape().elements(), "string")
        : count(part.bytes(), "byte");
  }

  private static String uses(List<SplitLayer.Consumer> consumers) {
    if (consumers.isEmpty()) {
      return "unused";
    }
    return consumers.stream()
        .map(SplitLayer.Consumer::toString)
        .collect(Collectors.joining(", ", "-> ", ""));
  }

  /// The listing as JSON. What is not known is null; an extent of which only bounds are known is a
  /// text such as "2..6" or "?".
  JsonValue json() {
    return Json.object(
        "model", model.file(),
        "name", model.name(),
        "version", model.version(),
        "missingWeights", model.missingWeights(),
        "splits", JsonValue.list(splits, SplitListing::json));
  }

  private static JsonValue json(SplitLayer split) {
    List<Optional<Part>> parts = parts(split);
    List<JsonValue> outputs =
        IntStream.range(0, parts.size())
            .mapToObj(i -> json(i, split.outputs().get(i), parts.get(i)))
            .toList();
    return Json.object(
        "layer", split.name(),
        "id", split.id(),
        "line", split.line(),
        "operation", kind(split),
        "type", split.type(),
        "shape", shape(split.operation().data()),
        "origin", split.isInferred() ? "inferred" : "ports",
        "axis", axis(split),
        "lengths",
            split.operation().lengths().filter(IntegerInput::isKnown).map(IntegerInput::values),
        "numSplits", split.operation().count(),
        "bytesMoved", bytesMoved(split),
        "outputs", outputs,
        "sound", split.isSound(),
        "findings", split.findings());
  }

  private static JsonValue json(int index, SplitLayer.Output output, Optional<Part> part) {
    return Json.object(
        "index", index,
        "names", output.names(),
        "shape", shape(output.shape()),
        "bytes", part.map(Json::bytes),
        "contiguous", part.map(Part::isContiguous),
        "used", !output.consumers().isEmpty(),
        "consumers",
            JsonValue.list(
                output.consumers(),
                one -> Json.object("layer", one.layer(), "id", one.id(), "input", one.input())));
  }

  /// A shape as a list of extents, if its rank is known.
  private static Optional<List<Object>> shape(PartialShape shape) {
    return shape.isRankKnown()
        ? Optional.of(IntStream.range(0, shape.rank()).mapToObj(i -> extent(shape, i)).toList())
        : Optional.empty();
  }

  private static Object extent(PartialShape shape, int axis) {
    if (shape.min(axis) == shape.max(axis)) {
      return shape.min(axis);
    }
    String list = PartialShape.of(-1).bounded(0, shape.min(axis), shape.max(axis)).toString();
    return list.substring(1, list.length() - 1);
  }
}

package io.cleave.cli;

import static io.cleave.text.OneLine.count;

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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The splits of a model, for people or as JSON.
///
/// @param splits those that are listed
record SplitListing(Model model, List<SplitLayer> splits) {
  private static final String MISSING =
      " does not exist: an axis or lengths that are in it are printed as ?, and mistakes there are"
          + " not found; put it beside the .xml file";

  private static Optional<Long> axis(SplitLayer split) {
    return Optional.of(split.operation().axis())
        .filter(axis -> axis.isKnown() && axis.values().length == 1)
        .map(axis -> axis.values()[0]);
  }

  /// The bytes of a part; null for strings, which have none.
  static @Nullable Long bytes(Part part) {
    return part.type() == ElementType.STRING ? null : part.bytes();
  }

  /// The bytes of the parts that are used. Strings have none.
  private static Optional<Long> bytesMoved(SplitLayer split) {
    return split
        .plan()
        .filter(plan -> plan.data().type() != ElementType.STRING)
        .map(plan -> plan.partBytes());
  }

  /// An output, used or not.
  ///
  /// @param part what it gets, if the plan is known
  private record Row(int index, SplitLayer.Output output, Optional<Part> part) {}

  private static List<Row> rows(SplitLayer split) {
    List<Part> parts = split.plan().map(used -> split.plan(used.data()).parts()).orElse(List.of());
    List<Row> rows = new ArrayList<>();
    for (SplitLayer.Output output : split.outputs()) {
      int i = rows.size();
      rows.add(new Row(i, output, i < parts.size() ? Optional.of(parts.get(i)) : Optional.empty()));
    }
    return rows;
  }

  private static String kind(SplitLayer split) {
    return split.operation().lengths().isPresent() ? "VariadicSplit" : "Split";
  }

  /// The listing as text. A name from a model may hold anything; a line stays one line.
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    splits.forEach(split -> add(split, lines));
    model.missingWeights().ifPresent(file -> lines.add(file + MISSING));
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
    rows(split).forEach(row -> lines.add(line(row)));
    split.findings().forEach(finding -> lines.add("  " + finding));
  }

  private static String cut(SplitLayer split, String unknown) {
    return split
        .operation()
        .lengths()
        .map(each -> "lengths " + (each.isKnown() ? OneLine.list(each.values()) : unknown))
        .orElseGet(() -> "num_splits " + split.operation().count().orElseThrow());
  }

  private static String line(Row row) {
    String size =
        row.part
            .map(
                part ->
                    "  %s, %scontiguous".formatted(size(part), part.isContiguous() ? "" : "not "))
            .orElse("");
    List<String> uses = row.output.consumers().stream().map(SplitLayer.Consumer::toString).toList();
    List<String> names = row.output.names();
    return "  part %s  %s%s  %s%s"
        .formatted(
            row.index,
            row.output.shape(),
            size,
            uses.isEmpty() ? "unused" : "-> " + String.join(", ", uses),
            names.isEmpty() ? "" : "    \"" + String.join("\", \"", names) + "\"");
  }

  private static String size(Part part) {
    return part.type() == ElementType.STRING
        ? count(part.shape().elements(), "string")
        : count(part.bytes(), "byte");
  }

  /// The listing as JSON. Unknown values are null; an extent of which only bounds are known is a
  /// text such as "2..6" or "?".
  JsonValue json() {
    return JsonValue.object(
        "model", model.file(),
        "name", model.name(),
        "version", model.version(),
        "missingWeights", model.missingWeights(),
        "splits", JsonValue.list(splits, SplitListing::json));
  }

  private static JsonValue json(SplitLayer split) {
    return JsonValue.object(
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
        "numSplits", split.operation().count().stream().boxed().findFirst(),
        "bytesMoved", bytesMoved(split),
        "outputs", JsonValue.list(rows(split), SplitListing::json),
        "sound", split.isSound(),
        "findings", split.findings());
  }

  private static JsonValue json(Row row) {
    List<SplitLayer.Consumer> consumers = row.output.consumers();
    return JsonValue.object(
        "index", row.index,
        "names", row.output.names(),
        "shape", shape(row.output.shape()),
        "bytes", row.part.map(SplitListing::bytes),
        "contiguous", row.part.map(Part::isContiguous),
        "used", !consumers.isEmpty(),
        "consumers", JsonValue.list(consumers, SplitListing::json));
  }

  private static JsonValue json(SplitLayer.Consumer one) {
    return JsonValue.object("layer", one.layer(), "id", one.id(), "input", one.input());
  }

  /// A shape as a list of extents, if its rank is known.
  private static Optional<List<Object>> shape(PartialShape shape) {
    return Optional.of(shape)
        .filter(PartialShape::isRankKnown)
        .map(known -> IntStream.range(0, known.rank()).mapToObj(i -> extent(known, i)).toList());
  }

  private static Object extent(PartialShape shape, int axis) {
    if (shape.min(axis) == shape.max(axis)) {
      return shape.min(axis);
    }
    String list = PartialShape.of(-1).bounded(0, shape.min(axis), shape.max(axis)).toString();
    return list.substring(1, list.length() - 1);
  }
}

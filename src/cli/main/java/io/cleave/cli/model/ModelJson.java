package io.cleave.cli.model;

import io.cleave.ir.Endpoint;
import io.cleave.ir.Finding;
import io.cleave.ir.Layer;
import io.cleave.ir.MissingValues;
import io.cleave.ir.Model;
import io.cleave.ir.Origin;
import io.cleave.ir.SplitLayer;
import io.cleave.ir.SplitOutput;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// The splits of a model for machines. What is not known is null; an extent of which only bounds
/// are known is a text such as `"2..6"` or `"?"`. A name of more than 1000 characters is cut, see
/// [LayerName].
///
/// What is written is made while it is: a small file may have many outputs of many dimensions.
final class ModelJson {
  private static final JsonNull UNKNOWN = new JsonNull();

  private ModelJson() {}

  static JsonObject of(Model model, List<SplitLayer> splits) {
    return JsonObject.builder()
        .put("model", model.file().toString())
        .put("name", model.name())
        .put("version", model.version())
        .put("missingWeights", model.missingWeights().map(ModelJson::path).orElse(UNKNOWN))
        .put("splits", JsonArray.of(splits, ModelJson::of))
        .build();
  }

  static JsonObject of(SplitLayer split) {
    Layer layer = split.layer();
    Optional<IntegerInput> told = split.lengthsByPorts();
    Optional<SplitPlan> whole = split.wholePlan();
    return JsonObject.builder()
        .put("layer", LayerName.of(layer))
        .put("id", layer.id())
        .put("line", layer.line())
        .put("operation", layer.type())
        .put("type", split.type().map(ModelJson::name).orElse(UNKNOWN))
        .put("shape", shape(split.shape()))
        .put("origin", split.origin().toString())
        .put("axis", first(split.axis()))
        .put("axisFromZero", number(split.axisFromZero()))
        .put("lengths", told.or(split::lengths).map(ModelJson::all).orElse(UNKNOWN))
        .put("lengthsOrigin", lengthsOrigin(split, told.isPresent()))
        .put("missing", missing(split))
        .put("numSplits", number(split.numSplits()))
        .put("bytesMoved", number(split.bytesMoved()))
        .put("contiguous", split.plan().map(ModelJson::isContiguous).orElse(UNKNOWN))
        .put("outputs", JsonArray.of(split.outputs(), output -> of(whole, output)))
        .put("sound", split.isSound())
        .put("findings", JsonArray.of(split.findings(), ModelJson::of))
        .build();
  }

  private static JsonObject of(Optional<SplitPlan> plan, SplitOutput output) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("index", output.index())
            .put("names", JsonArray.of(output.names(), JsonString::new))
            .put("shape", shape(output.shape()));
    if (plan.isPresent() && output.index() < plan.get().partCount()) {
      Part part = plan.get().part(output.index());
      boolean counted = part.type() == ElementType.STRING;
      json.put("bytes", counted ? UNKNOWN : JsonNumber.of(part.bytes()))
          .put("contiguous", part.isContiguous());
    } else {
      json.put("bytes", UNKNOWN).put("contiguous", UNKNOWN);
    }
    return json.put("used", output.isUsed())
        .put("consumers", JsonArray.of(output.consumers(), ModelJson::of))
        .build();
  }

  private static JsonObject of(Endpoint end) {
    return JsonObject.builder()
        .put("layer", LayerName.of(end.layer()))
        .put("id", end.layer().id())
        .put("input", end.position())
        .build();
  }

  private static JsonObject of(Finding finding) {
    return JsonObject.builder()
        .put("severity", finding.severity().toString())
        .put("text", finding.text())
        .build();
  }

  private static JsonValue shape(PartialShape shape) {
    return shape.isRankKnown()
        ? JsonArray.of(
            IntStream.range(0, shape.rank()).boxed().toList(),
            axis -> extent(shape.min(axis), shape.max(axis)))
        : UNKNOWN;
  }

  private static JsonValue extent(long min, long max) {
    if (min == max) {
      return JsonNumber.of(min);
    }
    String list = PartialShape.of(-1).bounded(0, min, max).toString();
    return new JsonString(list.substring(1, list.length() - 1));
  }

  private static JsonValue path(Path file) {
    return new JsonString(file.toString());
  }

  /// @param told whether the ports tell the lengths
  private static JsonValue lengthsOrigin(SplitLayer split, boolean told) {
    if (told) {
      return new JsonString(Origin.PORTS.toString());
    }
    boolean known = split.lengths().filter(IntegerInput::isKnown).isPresent();
    return known ? new JsonString(Origin.INFERRED.toString()) : UNKNOWN;
  }

  /// What of a split is in a file that does not exist.
  private static JsonArray missing(SplitLayer split) {
    List<String> names = new ArrayList<>();
    split.missing().filter(MissingValues::axis).ifPresent(_ -> names.add("axis"));
    split.missing().filter(MissingValues::lengths).ifPresent(_ -> names.add("lengths"));
    return JsonArray.of(names, JsonString::new);
  }

  private static JsonValue name(ElementType type) {
    return new JsonString(type.toString());
  }

  private static JsonValue isContiguous(SplitPlan plan) {
    return new JsonBoolean(plan.parts().stream().allMatch(Part::isContiguous));
  }

  private static JsonValue first(IntegerInput axis) {
    return axis.isKnown() && axis.values().length == 1 ? JsonNumber.of(axis.values()[0]) : UNKNOWN;
  }

  private static JsonValue all(IntegerInput lengths) {
    return lengths.isKnown() ? JsonArray.of(lengths.values()) : UNKNOWN;
  }

  private static JsonValue number(OptionalLong value) {
    return value.isPresent() ? JsonNumber.of(value.getAsLong()) : UNKNOWN;
  }
}

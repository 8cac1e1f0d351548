package io.cleave.cli;

import io.cleave.backend.Route;
import io.cleave.draw.PlanPicture;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Unit;
import java.util.Locale;

/// A plan and its route for machines.
final class PlanJson {
  private PlanJson() {}

  static JsonObject of(Explanation explanation) {
    PlanPicture picture = explanation.picture();
    SplitPlan plan = picture.plan();
    JsonObject.Builder json = JsonObject.builder();
    if (!explanation.tensor().isEmpty()) {
      json.put("tensor", explanation.tensor());
    }
    json.put("type", plan.type().toString()).put("shape", JsonArray.of(plan.shape().extents()));
    plan.conversion().ifPresent(conversion -> json.put("to", conversion.target().toString()));
    picture.stacked().ifPresent(stack -> json.put("stacked", of(stack)));
    return json.put("axis", plan.axis())
        .put("unit", plan.unit().name().toLowerCase(Locale.ROOT))
        .put("rows", plan.rows())
        .put("row", plan.row())
        .put("parts", JsonArray.of(plan.parts(), part -> of(part, picture)))
        .put("device", explanation.device().name())
        .put("route", of(explanation.route()))
        .build();
  }

  private static JsonObject of(StackedPlan stack) {
    return JsonObject.builder()
        .put("type", stack.type().toString())
        .put("shape", JsonArray.of(stack.shape().extents()))
        .put("bytes", stack.bytes())
        .build();
  }

  private static JsonObject of(Part part, PlanPicture picture) {
    JsonObject.Builder json = JsonObject.builder().put("index", part.index());
    if (!picture.names().isEmpty()) {
      json.put("name", picture.names().get(part.index()));
    }
    json.put("shape", JsonArray.of(part.shape().extents()))
        .put("start", part.start())
        .put("length", part.length())
        .put("offset", part.offset())
        .put("run", part.run())
        .put("contiguous", part.isContiguous());
    picture
        .plan()
        .conversion()
        .ifPresent(conversion -> json.put("rule", conversion.rule(part.index()).toString()));
    return picture.plan().unit() == Unit.ELEMENT
        ? json.build()
        : json.put("bytes", part.bytes()).build();
  }

  private static JsonObject of(Route route) {
    return JsonObject.builder()
        .put("name", route.name())
        .put("reason", route.reason())
        .put("steps", JsonArray.of(route.steps(), PlanJson::of))
        .build();
  }

  private static JsonObject of(Route.Step step) {
    return JsonObject.builder().put("action", step.action()).put("reason", step.reason()).build();
  }
}

package io.cleave.cli;

import io.cleave.Device;
import io.cleave.cli.print.Screen;
import io.cleave.cli.print.ShownName;
import io.cleave.draw.PlanPicture;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.RouteExplanation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Where every byte of one tensor would go, and how a device would do it.
///
/// @param tensor the tensor's name in its file; empty for one that is in no file
/// @param picture the plan
/// @param device the device
/// @param route the device's route
record Explanation(String tensor, PlanPicture picture, Device device, RouteExplanation route) {
  /// The text for people, and for programs that read lines.
  ///
  /// @param screen the terminal, if there is one: it gets a drawing, too
  /// @param isOneOfSeveral whether the tensor's name is printed
  List<String> lines(Optional<Screen> screen, boolean isOneOfSeveral) {
    List<String> lines = new ArrayList<>();
    if (isOneOfSeveral) {
      lines.add(ShownName.of(tensor) + ":");
    }
    screen.ifPresent(terminal -> lines.addAll(terminal.lines(picture)));
    lines.add(picture.toString());
    return lines;
  }

  /// The same for machines.
  JsonObject json() {
    SplitPlan plan = picture.plan();
    JsonObject.Builder json = JsonObject.builder();
    if (!tensor.isEmpty()) {
      json.put("tensor", tensor);
    }
    json.put("type", plan.type().toString()).put("shape", JsonArray.of(plan.shape().extents()));
    plan.conversion().ifPresent(conversion -> json.put("to", conversion.target().toString()));
    picture.stacked().ifPresent(stack -> json.put("stacked", json(stack)));
    return json.put("axis", plan.axis())
        .put("unit", plan.unit().name().toLowerCase(Locale.ROOT))
        .put("rows", plan.rows())
        .put("row", plan.row())
        .put("parts", JsonArray.of(plan.parts(), this::json))
        .put("device", device.name())
        .put("route", json(route))
        .build();
  }

  private static JsonObject json(StackedPlan stack) {
    return JsonObject.builder()
        .put("type", stack.type().toString())
        .put("shape", JsonArray.of(stack.shape().extents()))
        .put("bytes", stack.bytes())
        .build();
  }

  private JsonObject json(Part part) {
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

  private static JsonObject json(RouteExplanation route) {
    return JsonObject.builder()
        .put("name", route.name())
        .put("reason", route.reason())
        .put("steps", JsonArray.of(route.steps(), Explanation::json))
        .build();
  }

  private static JsonObject json(RouteExplanation.Step step) {
    return JsonObject.builder().put("action", step.action()).put("reason", step.reason()).build();
  }
}

package io.cleave.cli;

import io.cleave.Device;
import io.cleave.cli.print.Screen;
import io.cleave.cli.print.ShownName;
import io.cleave.draw.PlanPicture;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.plan.ElementType;
import io.cleave.plan.Geometry;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
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
    Layout data = plan.data();
    json.put("type", data.type().toString()).put("shape", JsonArray.of(data.shape().extents()));
    plan.conversion().ifPresent(conversion -> json.put("to", conversion.target().toString()));
    if (plan.isStacked()) {
      json.put("stacked", stacked(plan.part(0)));
    }
    SplitPlan parts = plan.unstacked();
    Geometry geometry = parts.geometry();
    return json.put("axis", plan.axis())
        .put("unit", geometry.unit().name().toLowerCase(Locale.ROOT))
        .put("rows", geometry.allRows())
        .put("row", geometry.row())
        .put("parts", parts(parts))
        .put("device", device.name())
        .put("route", json(route))
        .build();
  }

  private static JsonObject stacked(Part one) {
    return JsonObject.builder()
        .put("type", one.type().toString())
        .put("shape", JsonArray.of(one.shape().extents()))
        .put("bytes", one.bytes())
        .build();
  }

  private JsonArray parts(SplitPlan plan) {
    Geometry geometry = plan.geometry();
    long[] starts = plan.positions();
    long[] lengths = plan.lengths();
    // Empty parts have none.
    long[] offsets = new long[starts.length];
    long[] runs = new long[starts.length];
    for (int i = 0; i < geometry.pieces(); i++) {
      offsets[geometry.slice(i)] = geometry.offset(i);
      runs[geometry.slice(i)] = geometry.run(i);
    }
    return JsonArray.of(
        plan.parts(),
        part -> {
          int i = part.index();
          JsonObject.Builder json = JsonObject.builder().put("index", i);
          if (!picture.names().isEmpty()) {
            json.put("name", picture.names().get(i));
          }
          json.put("shape", JsonArray.of(part.shape().extents()))
              .put("start", starts[i])
              .put("length", lengths[i])
              .put("offset", offsets[i])
              .put("run", runs[i])
              .put("contiguous", part.isContiguous());
          plan.conversion().ifPresent(it -> json.put("rule", it.rule(i).toString()));
          return part.type() == ElementType.STRING
              ? json.build()
              : json.put("bytes", part.bytes()).build();
        });
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

package io.cleave.bench.report;

import io.cleave.bench.Heat;
import io.cleave.bench.Measurement;
import io.cleave.bench.Role;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonValue;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Heats for machines: a list with an object for each measurement.
public final class HeatJson {
  private HeatJson() {}

  /// One list for all heats.
  public static JsonArray of(List<Heat> heats) {
    List<JsonValue> rows = new ArrayList<>();
    for (Heat heat : heats) {
      heat.measurements().forEach(one -> rows.add(of(heat, one)));
    }
    return new JsonArray(rows);
  }

  private static JsonObject of(Heat heat, Measurement one) {
    SplitPlan plan = heat.subject().plan();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("subject", heat.subject().name())
            .put("role", one.role().name().toLowerCase(Locale.ROOT))
            .put("shape", JsonArray.of(plan.shape().extents()))
            .put("type", plan.type().toString())
            .put("to", plan.partType().toString())
            .put("axis", plan.axis())
            .put("lengths", JsonArray.of(plan.lengths()))
            .put("memory", heat.subject().memory().toString())
            .put("device", one.label().device())
            .put("binding", one.label().binding())
            .put("route", one.label().route())
            .put("bytes", one.bytes())
            .put("seconds", one.seconds())
            .put("median_seconds", one.median())
            .put("gbps", one.gigabytesPerSecond());
    if (plan.parts().stream().anyMatch(part -> !part.isWanted())) {
      json.put("wanted", JsonArray.of(wanted(plan)));
    }
    if (!one.way().isEmpty()) {
      json.put("way", one.way());
    }
    heat.ratio(one, Role.COPY).ifPresent(ratio -> json.put("ratio_to_copy", ratio));
    heat.ratio(one, Role.PEER).ifPresent(ratio -> json.put("ratio_to_peer", ratio));
    return json.build();
  }

  private static long[] wanted(SplitPlan plan) {
    return plan.parts().stream().filter(Part::isWanted).mapToLong(Part::index).toArray();
  }
}

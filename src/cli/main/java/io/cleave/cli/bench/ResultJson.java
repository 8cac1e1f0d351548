package io.cleave.cli.bench;

import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonValue;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Results as JSON: an array with an object for each measurement.
public final class ResultJson {
  private ResultJson() {}

  /// One array for all results.
  public static JsonArray of(List<Result> results) {
    List<JsonValue> rows = new ArrayList<>();
    for (Result result : results) {
      result.measurements().forEach(one -> rows.add(of(result, one)));
    }
    return new JsonArray(rows);
  }

  private static JsonObject of(Result result, Result.Measurement one) {
    SplitPlan plan = result.split().plan();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("subject", result.split().name())
            .put("role", one.role().name().toLowerCase(Locale.ROOT))
            .put("shape", JsonArray.of(plan.data().shape().extents()))
            .put("type", plan.data().type().toString())
            .put("to", plan.partType().toString())
            .put("axis", plan.axis())
            .put("lengths", JsonArray.of(plan.lengths()))
            .put("memory", result.split().memory().toString())
            .put("device", one.label().device())
            .put("binding", one.label().binding())
            .put("route", one.label().route())
            .put("bytes", result.split().copiedBytes())
            .put("seconds", one.seconds())
            .put("median_seconds", one.median())
            .put("gbps", result.gigabytesPerSecond(one));
    if (!one.way().isEmpty()) {
      json.put("way", one.way());
    }
    result.ratio(one, Role.COPY).ifPresent(ratio -> json.put("ratio_to_copy", ratio));
    result.ratio(one, Role.PEER).ifPresent(ratio -> json.put("ratio_to_peer", ratio));
    return json.build();
  }
}

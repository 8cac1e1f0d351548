package io.cleave.bench.survey;

import io.cleave.bench.Absence;
import io.cleave.bench.Effort;
import io.cleave.bench.Heat;
import io.cleave.bench.Label;
import io.cleave.bench.Role;
import io.cleave.bench.report.HeatJson;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonNumber;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// A survey for machines: what was drawn, every figure of every heat, and the distributions.
public final class SurveyJson {
  private SurveyJson() {}

  /// One object for all.
  public static JsonObject of(Survey survey, Effort effort, List<Stratum> strata) {
    return JsonObject.builder()
        .put("seed", survey.seed())
        .put("count", survey.count())
        .put("sizes", JsonArray.of(survey.sizes(), JsonNumber::of))
        .put("seconds_each", effort.each().toNanos() / 1e9)
        .put("processors", Runtime.getRuntime().availableProcessors())
        .put("java", Runtime.version().toString())
        .put("strata", JsonArray.of(strata, SurveyJson::of))
        .build();
  }

  private static JsonObject of(Stratum stratum) {
    return JsonObject.builder()
        .put("bytes", stratum.bytes())
        .put("speeds", speeds(stratum))
        .put("regrets", regrets(stratum))
        .put("flips", flips(stratum))
        .put("heats", JsonArray.of(stratum.heats(), SurveyJson::of))
        .build();
  }

  private static JsonArray speeds(Stratum stratum) {
    List<JsonValue> speeds = new ArrayList<>();
    for (Role against : List.of(Role.COPY, Role.PEER)) {
      String role = against.name().toLowerCase(Locale.ROOT);
      spread(stratum, "best of ours", role, heat -> Figures.best(heat, against))
          .ifPresent(speeds::add);
      for (Label label : stratum.ours()) {
        spread(stratum, label.toString(), role, heat -> Figures.speed(heat, label, against))
            .ifPresent(speeds::add);
      }
    }
    return new JsonArray(speeds);
  }

  private static JsonArray regrets(Stratum stratum) {
    List<JsonValue> regrets = new ArrayList<>();
    for (Label label : stratum.choices()) {
      String who = label.toString();
      spread(stratum, who, "best of ours", heat -> Figures.regret(heat, label))
          .ifPresent(regrets::add);
      spread(stratum, who, "best of its own", heat -> Figures.ownRegret(heat, label))
          .ifPresent(regrets::add);
    }
    return new JsonArray(regrets);
  }

  private static Optional<JsonValue> spread(
      Stratum stratum, String who, String against, Function<Heat, Optional<Double>> figure) {
    return stratum
        .distribution(figure)
        .map(
            spread ->
                JsonObject.builder()
                    .put("who", who)
                    .put("against", against)
                    .put("count", spread.count())
                    .put("min", spread.min())
                    .put("p10", spread.quantile(0.1))
                    .put("p25", spread.quantile(0.25))
                    .put("median", spread.median())
                    .put("p90", spread.quantile(0.9))
                    .put("max", spread.max())
                    .put("geomean", spread.geomean())
                    .build());
  }

  private static JsonArray flips(Stratum stratum) {
    List<JsonValue> flips = new ArrayList<>();
    for (Label label : stratum.choices()) {
      Choices.of(stratum, label)
          .ifPresent(
              choices ->
                  flips.add(
                      JsonObject.builder()
                          .put("who", label.toString())
                          .put("heats", choices.heats())
                          .put("flips", choices.flips())
                          .build()));
    }
    return new JsonArray(flips);
  }

  private static JsonObject of(Heat heat) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("subject", heat.subject().name())
            .put("command", RepeatCommand.of(heat.subject()));
    Figures.best(heat, Role.COPY).ifPresent(ratio -> json.put("best_to_copy", ratio));
    Figures.best(heat, Role.PEER).ifPresent(ratio -> json.put("best_to_peer", ratio));
    Figures.worstRegret(heat).ifPresent(ratio -> json.put("worst_regret", ratio));
    return json.put("measurements", HeatJson.of(List.of(heat)))
        .put("absences", JsonArray.of(heat.absences(), SurveyJson::of))
        .build();
  }

  private static JsonObject of(Absence absence) {
    return JsonObject.builder()
        .put("who", absence.label().toString())
        .put("reason", absence.reason())
        .put("wrong", absence.wrong())
        .build();
  }
}

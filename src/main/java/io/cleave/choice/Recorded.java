package io.cleave.choice;

import io.cleave.json.JsonArray;
import io.cleave.json.JsonException;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
import java.util.List;
import java.util.Optional;

/// One verdict as a line of a file, with a checksum of its own: whatever else the file has
/// suffered, a line that is read is one that was written.
///
/// @param occasion what it is about
/// @param winner the name of the candidate that is fastest
/// @param revision what that one's figures hold for
/// @param reason how it is known
/// @param date when it was found, as `2026-11-22`
/// @param figures what was measured, for people
record Recorded(
    String occasion,
    String winner,
    String revision,
    String reason,
    String date,
    List<String> figures) {
  static Recorded of(Verdict verdict, String date) {
    String revision =
        verdict.figures().stream()
            .filter(figures -> figures.name().equals(verdict.winner()))
            .map(Figures::revision)
            .findFirst()
            .orElse("");
    return new Recorded(
        verdict.occasion(),
        verdict.winner(),
        revision,
        verdict.reason(),
        date,
        verdict.figures().stream().map(Figures::toString).toList());
  }

  /// Reads a line; empty if it is not as it was written.
  static Optional<Recorded> parse(String line) {
    try {
      JsonObject whole = JsonReader.parse(line).asObject();
      JsonObject content = whole.require("verdict").asObject();
      String check = whole.read("check", JsonValue::asString);
      return Stamp.checksum(content.toString()).equals(check)
          ? Optional.of(read(content))
          : Optional.empty();
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  private static Recorded read(JsonObject content) {
    return new Recorded(
        content.read("occasion", JsonValue::asString),
        content.read("winner", JsonValue::asString),
        content.read("revision", JsonValue::asString),
        content.read("reason", JsonValue::asString),
        content.read("date", JsonValue::asString),
        content.read("figures", list -> list.asListOf(JsonValue::asString)));
  }

  String toLine() {
    JsonObject content =
        JsonObject.builder()
            .put("occasion", occasion)
            .put("winner", winner)
            .put("revision", revision)
            .put("reason", reason)
            .put("date", date)
            .put("figures", JsonArray.of(figures, JsonString::new))
            .build();
    return JsonObject.builder()
        .put("verdict", content)
        .put("check", Stamp.checksum(content.toString()))
        .build()
        .toString();
  }
}

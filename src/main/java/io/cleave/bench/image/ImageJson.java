package io.cleave.bench.image;

import io.cleave.bench.Role;
import io.cleave.bench.report.HeatJson;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import java.util.List;
import java.util.Locale;

/// Images for machines: an object for each, with both heats.
public final class ImageJson {
  private ImageJson() {}

  /// One list for all.
  public static JsonArray of(List<ImageHeats> images) {
    return JsonArray.of(images, ImageJson::of);
  }

  private static JsonObject of(ImageHeats image) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("image", image.subject().name())
            .put("what", image.subject().why());
    for (Role role : List.of(Role.COPY, Role.PEER)) {
      String name = role.name().toLowerCase(Locale.ROOT);
      image.oneToOne(role).ifPresent(ratio -> json.put("one_to_one_" + name, ratio));
      image.allToAll(role).ifPresent(ratio -> json.put("all_to_all_" + name, ratio));
      image.usualToAll(role).ifPresent(ratio -> json.put("default_to_all_" + name, ratio));
    }
    return json.put("one", HeatJson.of(List.of(image.one())))
        .put("all", HeatJson.of(List.of(image.all())))
        .build();
  }
}

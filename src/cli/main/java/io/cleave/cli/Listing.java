package io.cleave.cli;

import io.cleave.cli.print.ShownName;
import io.cleave.file.format.DataSource;
import io.cleave.file.format.Entry;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.StoredTensor;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonString;
import java.util.Map;
import java.util.stream.Stream;

/// What a file holds, for people and for machines.
final class Listing {
  private Listing() {}

  /// A headline, and a line for all that is there.
  static Stream<String> lines(StoredFile file) {
    String headline =
        "%s: %s, %s %s"
            .formatted(
                ShownName.of(file.file()),
                file.format(),
                file.contents().entries().size(),
                file.contents().entries().size() == 1 ? "tensor" : "tensors");
    Stream<String> metadata =
        file.contents().metadata().entrySet().stream()
            .map(
                text ->
                    "  %s = %s"
                        .formatted(ShownName.of(text.getKey()), ShownName.of(text.getValue())));
    Stream<String> others =
        file.contents().others().stream()
            .map(name -> "  %s  no tensor, left alone".formatted(ShownName.of(name)));
    return Stream.of(
            Stream.of(headline),
            metadata,
            file.contents().entries().stream().map(Listing::line),
            others)
        .flatMap(lines -> lines);
  }

  private static String line(Entry entry) {
    return switch (entry) {
      case StoredTensor tensor ->
          "  %s  %s %s  %s bytes%s%s"
              .formatted(
                  ShownName.of(tensor.name()),
                  tensor.layout().type(),
                  tensor.layout().shape(),
                  tensor.layout().bytes(),
                  arrangement(tensor.layout()),
                  place(tensor));
      case Entry.Unusable tensor ->
          "  %s  %s  %s bytes, cannot be split: %s"
              .formatted(
                  ShownName.of(tensor.name()),
                  tensor.description(),
                  tensor.bytes(),
                  tensor.problem());
    };
  }

  private static String arrangement(StoredLayout layout) {
    return (layout.isFortran() ? ", Fortran order" : "")
        + (!layout.isLittleEndian() ? ", big-endian" : "");
  }

  private static String place(StoredTensor tensor) {
    DataSource data = tensor.data();
    return data.isDeflated()
        ? ", deflated to %s at %s".formatted(data.storedSize(), data.offset())
        : " at %s".formatted(data.offset());
  }

  static JsonObject json(StoredFile file) {
    JsonObject.Builder metadata = JsonObject.builder();
    for (Map.Entry<String, String> text : file.contents().metadata().entrySet()) {
      metadata.put(text.getKey(), text.getValue());
    }
    return JsonObject.builder()
        .put("file", file.file().toString())
        .put("format", file.format().toString())
        .put("metadata", metadata.build())
        .put("tensors", JsonArray.of(file.contents().entries(), Listing::json))
        .put("others", JsonArray.of(file.contents().others(), JsonString::new))
        .build();
  }

  private static JsonObject json(Entry entry) {
    return switch (entry) {
      case StoredTensor tensor -> json(tensor);
      case Entry.Unusable tensor ->
          JsonObject.builder()
              .put("name", tensor.name())
              .put("description", tensor.description())
              .put("bytes", tensor.bytes())
              .put("problem", tensor.problem())
              .build();
    };
  }

  private static JsonObject json(StoredTensor tensor) {
    StoredLayout layout = tensor.layout();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("name", tensor.name())
            .put("type", layout.type().toString())
            .put("shape", JsonArray.of(layout.shape().extents()))
            .put("bytes", layout.bytes())
            .put("order", layout.isFortran() ? "fortran" : "c")
            .put("byte_order", !layout.isLittleEndian() ? "big" : "little");
    DataSource data = tensor.data();
    json.put("offset", data.offset());
    if (data.isDeflated()) {
      json.put("deflated_bytes", data.storedSize());
    }
    return json.build();
  }
}

package io.cleave.cli;

import io.cleave.cli.print.ShownName;
import io.cleave.file.TensorFile;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Entry;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.file.tensor.UnusableTensor;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonString;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// What a file holds, for people and for machines.
final class Listing {
  private Listing() {}

  /// A headline, and a line for all that is there.
  static Stream<String> lines(TensorFile file) {
    String headline =
        "%s: %s, %s %s"
            .formatted(
                ShownName.of(file.file()),
                file.format(),
                file.entries().size(),
                file.entries().size() == 1 ? "tensor" : "tensors");
    Stream<String> metadata =
        file.metadata().entrySet().stream()
            .map(
                text ->
                    "  %s = %s"
                        .formatted(ShownName.of(text.getKey()), ShownName.of(text.getValue())));
    Stream<String> others =
        file.others().stream()
            .map(name -> "  %s  no tensor, left alone".formatted(ShownName.of(name)));
    return Stream.of(
            Stream.of(headline), metadata, file.entries().stream().map(Listing::line), others)
        .flatMap(lines -> lines);
  }

  private static String line(Entry entry) {
    return switch (entry) {
      case StoredTensor tensor ->
          "  %s  %s %s  %s bytes%s%s"
              .formatted(
                  ShownName.of(tensor.name()),
                  tensor.type(),
                  tensor.shape(),
                  tensor.layout().bytes(),
                  arrangement(tensor.layout()),
                  place(tensor));
      case UnusableTensor tensor ->
          "  %s  %s  %s bytes, cannot be split: %s"
              .formatted(
                  ShownName.of(tensor.name()),
                  tensor.description(),
                  tensor.bytes(),
                  tensor.problem());
    };
  }

  private static String arrangement(Layout layout) {
    return (layout.order() == MemoryOrder.FORTRAN ? ", Fortran order" : "")
        + (isBigEndian(layout) ? ", big-endian" : "");
  }

  private static boolean isBigEndian(Layout layout) {
    return layout.type().bits() > Byte.SIZE && layout.byteOrder() == ByteOrder.BIG_ENDIAN;
  }

  private static String place(StoredTensor tensor) {
    Content content = tensor.content();
    return content.isDeflated()
        ? ", deflated to %s at %s".formatted(content.storedSize(), content.offset())
        : " at %s".formatted(content.offset());
  }

  static JsonObject json(TensorFile file) {
    JsonObject.Builder metadata = JsonObject.builder();
    for (Map.Entry<String, String> text : file.metadata().entrySet()) {
      metadata.put(text.getKey(), text.getValue());
    }
    return JsonObject.builder()
        .put("file", file.file().toString())
        .put("format", file.format().toString())
        .put("metadata", metadata.build())
        .put("tensors", JsonArray.of(file.entries(), Listing::json))
        .put("others", JsonArray.of(file.others(), JsonString::new))
        .build();
  }

  private static JsonObject json(Entry entry) {
    return switch (entry) {
      case StoredTensor tensor -> json(tensor);
      case UnusableTensor tensor ->
          JsonObject.builder()
              .put("name", tensor.name())
              .put("description", tensor.description())
              .put("bytes", tensor.bytes())
              .put("problem", tensor.problem())
              .build();
    };
  }

  private static JsonObject json(StoredTensor tensor) {
    Layout layout = tensor.layout();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("name", tensor.name())
            .put("type", tensor.type().toString())
            .put("shape", JsonArray.of(tensor.shape().extents()))
            .put("bytes", layout.bytes())
            .put("order", layout.order().name().toLowerCase(Locale.ROOT))
            .put("byte_order", isBigEndian(layout) ? "big" : "little");
    Content content = tensor.content();
    json.put("offset", content.offset());
    if (content.isDeflated()) {
      json.put("deflated_bytes", content.storedSize());
    }
    return json.build();
  }
}

package io.cleave.file.safetensors;

import io.cleave.file.stored.Container;
import io.cleave.file.stored.NamedLayout;
import io.cleave.file.tensor.Layout;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// A `.safetensors` file: a JSON header, then the data of all tensors without gaps.
///
/// @param header the header's bytes
/// @param data where the data of each tensor begins
public record SafetensorsContainer(MemorySegment header, List<Long> data) implements Container {
  /// What the reference implementation pads the header to, so that the data is aligned.
  private static final int ALIGNMENT = 8;

  public SafetensorsContainer {
    data = List.copyOf(data);
  }

  /// What stands around the data of these tensors.
  ///
  /// @param metadata texts to keep, in order
  /// @throws IllegalArgumentException if a name is there twice, or the format lacks a type or order
  public static SafetensorsContainer of(List<NamedLayout> tensors, Map<String, String> metadata) {
    NamedLayout.requireDistinct(tensors);
    JsonObject.Builder fields = JsonObject.builder();
    if (!metadata.isEmpty()) {
      JsonObject.Builder texts = JsonObject.builder();
      metadata.forEach(texts::put);
      fields.put(SafetensorsReader.METADATA, texts.build());
    }
    List<Long> begins = new ArrayList<>(tensors.size());
    long at = 0;
    for (NamedLayout tensor : tensors) {
      begins.add(at);
      long end = Math.addExact(at, tensor.layout().bytes());
      fields.put(name(tensor), describe(tensor.layout(), at, end));
      at = end;
    }
    byte[] header = encode(fields.build());
    return new SafetensorsContainer(
        MemorySegment.ofArray(header),
        begins.stream().map(begin -> header.length + begin).toList());
  }

  private static String name(NamedLayout tensor) {
    if (tensor.name().equals(SafetensorsReader.METADATA)) {
      throw new IllegalArgumentException(
          "no tensor of a .safetensors file can be named __metadata__; give it another name");
    }
    return tensor.name();
  }

  private static JsonObject describe(Layout layout, long begin, long end) {
    NamedLayout.requirePlain(layout, "safetensors");
    NamedLayout.requireRank(layout, "safetensors");
    if (layout.type().isSubByte()
        && layout.shape().elements() % Byte.SIZE * layout.type().bits() % Byte.SIZE != 0) {
      throw new IllegalArgumentException(
          "%s %s does not fill whole bytes, as it must in a .safetensors file; write it as raw bytes"
                  .formatted(layout.type(), layout.shape())
              + " (--format raw)");
    }
    return JsonObject.builder()
        .put("dtype", SafetensorsType.name(layout.type()))
        .put("shape", JsonArray.of(layout.shape().extents()))
        .put("data_offsets", JsonArray.of(begin, end))
        .build();
  }

  private static byte[] encode(JsonObject fields) {
    byte[] text = fields.toString().getBytes(StandardCharsets.UTF_8);
    int length = Math.ceilDiv(text.length, ALIGNMENT) * ALIGNMENT;
    if (length > SafetensorsReader.MAX_HEADER) {
      throw new IllegalArgumentException(
          "the header would take %s bytes, more than the %s that a .safetensors file may have; write"
                  .formatted(length, SafetensorsReader.MAX_HEADER)
              + " fewer tensors to it");
    }
    byte[] header = new byte[Long.BYTES + length];
    Arrays.fill(header, (byte) ' ');
    ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putLong(length).put(text);
    return header;
  }

  @Override
  public List<Chunk> opening() {
    return List.of(new Chunk(0, header));
  }
}

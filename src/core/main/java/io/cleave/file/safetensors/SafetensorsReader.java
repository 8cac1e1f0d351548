package io.cleave.file.safetensors;

import io.cleave.file.stored.Inventory;
import io.cleave.file.stored.MappedFile;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Entry;
import io.cleave.file.tensor.Reading;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import io.cleave.limit.InputLimits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads `.safetensors` files: eight bytes, the length of a JSON text; the text, which says name,
/// type, shape and place of each tensor; and the data, of which every byte belongs to one tensor.
///
/// A header that is anything else is refused, and so is one that says a thing twice.
public final class SafetensorsReader {
  /// The format's own limit, of its reference implementation.
  static final int MAX_HEADER = 100_000_000;

  static final String METADATA = "__metadata__";

  private static final ValueLayout.OfLong LENGTH =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final MappedFile file;
  private final Reading reading;
  private final long data;

  private SafetensorsReader(MappedFile file, Reading reading, long data) {
    this.file = file;
    this.reading = reading;
    this.data = data;
  }

  /// Reads the header.
  ///
  /// @throws BadFileException if it is malformed, or does not fit the data
  public static Inventory read(MappedFile file, Reading reading) {
    long length = headerLength(file, reading.limits());
    MemorySegment text = file.bytes().asSlice(Long.BYTES, length);
    requireObject(text);
    JsonObject header = JsonReader.parseUtf8(text.asByteBuffer()).asObject();
    return new SafetensorsReader(file, reading, Long.BYTES + length).inventory(header);
  }

  private static long headerLength(MappedFile file, InputLimits limits) {
    if (file.size() < Long.BYTES) {
      throw new BadFileException(
          "this is no .safetensors file, since it has %s bytes and the length of its header takes 8;"
                  .formatted(file.size())
              + " copy or save it again");
    }
    long length = file.bytes().get(LENGTH, 0);
    if (length < 0 || length > MAX_HEADER) {
      throw new BadFileException(
          "the header claims %s bytes, more than the %s that .safetensors allows; save it again"
              .formatted(Long.toUnsignedString(length), MAX_HEADER));
    }
    if (length > file.size() - Long.BYTES) {
      throw new BadFileException(
          "the header claims %s bytes, and the file has %s; copy or save it again"
              .formatted(length, file.size() - Long.BYTES));
    }
    limits.requireHeader("its header", length);
    return length;
  }

  /// Before the whole of it is decoded: what begins otherwise is something else altogether.
  private static void requireObject(MemorySegment text) {
    if (text.byteSize() == 0 || text.get(ValueLayout.JAVA_BYTE, 0) != '{') {
      throw new BadFileException(
          "this is no .safetensors file, since its header does not begin with '{'; save it again");
    }
  }

  private Inventory inventory(JsonObject header) {
    Map<String, String> metadata = new LinkedHashMap<>();
    List<SafetensorsEntry> tensors = new ArrayList<>();
    for (Map.Entry<String, JsonValue> field : header.fields().entrySet()) {
      String name = field.getKey();
      if (name.equals(METADATA)) {
        metadata.putAll(header.read(name, SafetensorsReader::texts));
      } else {
        tensors.add(header.read(name, value -> SafetensorsEntry.parse(name, value.asObject())));
      }
    }
    SafetensorsEntry.requireCover(tensors, file.size() - data);
    List<Entry> entries =
        tensors.stream().map(tensor -> tensor.entry(file, data, reading)).toList();
    return new Inventory(entries, List.of(), metadata);
  }

  private static Map<String, String> texts(JsonValue value) {
    JsonObject object = value.asObject();
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : object.fields().keySet()) {
      texts.put(name, object.read(name, JsonValue::asString));
    }
    return texts;
  }
}

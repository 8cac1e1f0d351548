package io.cleave.file.format;

import static io.cleave.text.Checks.require;

import io.cleave.file.Format;
import io.cleave.file.Limits;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.text.OneLine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `.safetensors` files: eight bytes, the length of a JSON text; the text, which says name, type,
/// shape and place of each tensor; and the data, of which every byte belongs to one tensor.
///
/// Headers that are anything else are refused, and so are those that say a thing twice.
final class SafetensorsFormat {
  /// The limit of the format's reference implementation.
  private static final int MAX_HEADER = 100_000_000;

  /// The reference implementation pads the header to this, so that the data is aligned.
  private static final int ALIGNMENT = 8;

  private static final String METADATA = "__metadata__";

  private static final ValueLayout.OfLong LENGTH =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final Map<String, ElementType> TYPES =
      Stream.of(
              "BOOL U8 I8 U16 I16 U32 I32 U64 I64 F16 BF16 F32 F64 F8_E4M3 F8_E5M2 F8_E8M0 F4"
                  .split(" "))
          .collect(Collectors.toMap(name -> name, SafetensorsFormat::type));

  /// The widths of those that are no element type.
  private static final Map<String, Integer> OTHERS =
      Map.of("C64", 64, "F6_E2M3", 6, "F6_E3M2", 6, "F8_E4M3FNUZ", 8, "F8_E5M2FNUZ", 8);

  private SafetensorsFormat() {}

  private static ElementType type(String name) {
    return switch (name) {
      case "BOOL" -> ElementType.BOOLEAN;
      case "F4" -> ElementType.F4E2M1;
      default -> ElementType.valueOf(name.replace("_", ""));
    };
  }

  /// True if a file begins as one of this format.
  static boolean matches(MappedFile file) {
    if (file.size() <= Long.BYTES) {
      return false;
    }
    long length = file.bytes().get(LENGTH, 0);
    return length > 0
        && length <= file.size() - Long.BYTES
        && file.bytes().get(ValueLayout.JAVA_BYTE, Long.BYTES) == '{';
  }

  /// Reads the header.
  ///
  /// @throws IllegalArgumentException if it is malformed, or does not fit the data
  static StoredFile read(MappedFile file, ReadOptions options) {
    long length = headerLength(file, options.limits());
    MemorySegment text = file.bytes().asSlice(Long.BYTES, length);
    // Before the whole of it is decoded: what begins otherwise is something else altogether.
    require(
        length > 0 && text.get(ValueLayout.JAVA_BYTE, 0) == '{',
        "this is no .safetensors file, since its header does not begin with '{'; save it again");
    JsonValue header = JsonReader.parseUtf8(text.asByteBuffer());
    long data = Long.BYTES + length;
    Map<String, String> metadata =
        header.readOptional(METADATA, SafetensorsFormat::texts).orElse(Map.of());
    List<Entry> entries = new ArrayList<>();
    for (String name : header.fields().keySet()) {
      if (!name.equals(METADATA)) {
        entries.add(header.read(name, value -> entry(name, value, file, data, options)));
      }
    }
    requireCover(entries, data, file.size());
    return new StoredFile(file, Format.SAFETENSORS, entries, List.of(), metadata);
  }

  private static long headerLength(MappedFile file, Limits limits) {
    require(
        file.size() >= Long.BYTES,
        "this is no .safetensors file, since it has %s bytes and the length of its header takes 8;"
            + " copy or save it again",
        file.size());
    long length = file.bytes().get(LENGTH, 0);
    require(
        length >= 0 && length <= MAX_HEADER,
        "the header claims %s bytes, more than the %s that .safetensors allows; save it again",
        Long.toUnsignedString(length),
        MAX_HEADER);
    require(
        length <= file.size() - Long.BYTES,
        "the header claims %s bytes, and the file has %s; copy or save it again",
        length,
        file.size() - Long.BYTES);
    limits.requireHeader("its header", length);
    return length;
  }

  private static Map<String, String> texts(JsonValue value) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : value.fields().keySet()) {
      texts.put(name, value.read(name, JsonValue::asString));
    }
    return Collections.unmodifiableMap(texts);
  }

  /// Reads the fields of a tensor.
  ///
  /// @param begin where in the file the data of all tensors begins
  /// @throws IllegalArgumentException if they are others than `dtype`, `shape` and `data_offsets`,
  ///   or do not fit each other
  private static Entry entry(
      String name, JsonValue fields, MappedFile file, long begin, ReadOptions options) {
    StoredType type = stored(fields.read("dtype", JsonValue::asString));
    Shape shape = fields.read("shape", extents -> Shape.of(extents.asLongs()));
    long[] offsets = fields.read("data_offsets", JsonValue::asLongs);
    require(
        shape.rank() <= StoredType.MAX_RANK,
        "the shape has %s dimensions, more than the %s that are read; save it in another shape",
        shape.rank(),
        StoredType.MAX_RANK);
    require(
        fields.fields().size() == 3,
        "it has %s fields besides dtype, shape and data_offsets; save the file again",
        fields.fields().size() - 3);
    require(
        offsets.length == 2 && offsets[0] >= 0 && offsets[1] >= offsets[0],
        "data_offsets must be two numbers, 0 or more, the second not below the first; save the"
            + " file again");
    long bytes = offsets[1] - offsets[0];
    if (type.bits() > 0) {
      require(
          isWhole(type.bits(), shape),
          "%s %s does not fill whole bytes, as it must in .safetensors; save it another way",
          type.text(),
          shape);
      require(
          type.bytes(shape) == bytes,
          "%s %s takes %s bytes, and data_offsets [%s, %s] give it %s; save the file again",
          type.text(),
          shape,
          type.bytes(shape),
          offsets[0],
          offsets[1],
          bytes);
    }
    DataSource data = new DataSource(file, begin + offsets[0], bytes, null);
    return Entry.of(name, type, shape, false, data, options);
  }

  /// True if the last byte is full. Eight elements of any width fill whole bytes, so that only what
  /// is beyond them counts.
  private static boolean isWhole(int bits, Shape shape) {
    return shape.elements() % Byte.SIZE * bits % Byte.SIZE == 0;
  }

  /// Checks that every byte of the data belongs to one tensor.
  ///
  /// @throws IllegalArgumentException if one belongs to none or to two, or is not there
  private static void requireCover(List<Entry> entries, long begin, long end) {
    List<Entry> sorted = new ArrayList<>(entries);
    // A sum of begin and an offset may overflow, and the difference is that offset again.
    sorted.sort(
        Comparator.<Entry>comparingLong(entry -> entry.data().offset() - begin)
            .thenComparingLong(entry -> entry.data().size()));
    long at = 0;
    for (Entry entry : sorted) {
      long offset = entry.data().offset() - begin;
      require(
          offset == at,
          "the data of the tensor '%s' begins at byte %s, and what is before it ends at byte %s;"
              + " save the file again",
          OneLine.excerpt(entry.name()),
          offset,
          at);
      at += entry.data().size();
    }
    require(
        at == end - begin,
        "the tensors take %s bytes of data, and the file has %s; copy or save it again",
        at,
        end - begin);
  }

  /// The meaning of a name, be there an element type for it or not.
  static StoredType stored(String name) {
    ElementType type = TYPES.get(name);
    if (type != null) {
      return new StoredType(name, type.bits(), ByteOrder.LITTLE_ENDIAN, type, "");
    }
    String shown = "dtype \"%s\"".formatted(OneLine.excerpt(name));
    return new StoredType(
        shown,
        OTHERS.getOrDefault(name, 0),
        ByteOrder.LITTLE_ENDIAN,
        null,
        shown + " is no element type; choose other tensors, or save this one as another type");
  }

  /// The name of a type.
  ///
  /// @throws IllegalArgumentException if safetensors lacks it
  static String name(ElementType type) {
    for (Map.Entry<String, ElementType> known : TYPES.entrySet()) {
      if (known.getValue() == type) {
        return known.getKey();
      }
    }
    throw new IllegalArgumentException(
        "a .safetensors file has no type %s; write it as raw bytes or to .npy, as packed bytes"
            .formatted(type));
  }

  /// The header of a file of these tensors.
  ///
  /// @param metadata texts to keep, in order
  /// @throws IllegalArgumentException if the format lacks a type or order
  static FileLayout layout(Map<String, StoredLayout> tensors, Map<String, String> metadata) {
    require(
        !tensors.containsKey(METADATA),
        "no tensor of a .safetensors file can be named __metadata__; give it another name");
    Map<String, Object> fields = new LinkedHashMap<>();
    if (!metadata.isEmpty()) {
      fields.put(METADATA, metadata);
    }
    List<Long> begins = new ArrayList<>(tensors.size());
    long at = 0;
    for (Map.Entry<String, StoredLayout> tensor : tensors.entrySet()) {
      begins.add(at);
      long end = Math.addExact(at, tensor.getValue().bytes());
      fields.put(tensor.getKey(), describe(tensor.getValue(), at, end));
      at = end;
    }
    byte[] header = encode(JsonValue.of(fields));
    return new FileLayout(
        begins.stream().map(begin -> header.length + begin).toList(),
        List.of(new FileLayout.Chunk(0, MemorySegment.ofArray(header))),
        null);
  }

  private static JsonValue describe(StoredLayout layout, long begin, long end) {
    layout.requirePlain("safetensors");
    layout.requireRank("safetensors");
    require(
        isWhole(layout.type().bits(), layout.shape()),
        "%s %s does not fill whole bytes, as it must in a .safetensors file; write it as raw bytes",
        layout.type(),
        layout.shape());
    return JsonValue.object(
        "dtype", name(layout.type()),
        "shape", layout.shape().extents(),
        "data_offsets", new long[] {begin, end});
  }

  private static byte[] encode(JsonValue fields) {
    byte[] text = fields.toString().getBytes(StandardCharsets.UTF_8);
    int length = Math.ceilDiv(text.length, ALIGNMENT) * ALIGNMENT;
    require(
        length <= MAX_HEADER,
        "the header would take %s bytes, more than the %s that a .safetensors file may have; write"
            + " fewer tensors to it",
        length,
        MAX_HEADER);
    byte[] header = new byte[Long.BYTES + length];
    Arrays.fill(header, (byte) ' ');
    ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putLong(length).put(text);
    return header;
  }
}

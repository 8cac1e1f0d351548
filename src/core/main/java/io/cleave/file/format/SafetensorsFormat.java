package io.cleave.file.format;

import io.cleave.file.Limits;
import io.cleave.json.JsonObject;
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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
      Map.ofEntries(
          Map.entry("BOOL", ElementType.BOOLEAN),
          Map.entry("U8", ElementType.U8),
          Map.entry("I8", ElementType.I8),
          Map.entry("U16", ElementType.U16),
          Map.entry("I16", ElementType.I16),
          Map.entry("U32", ElementType.U32),
          Map.entry("I32", ElementType.I32),
          Map.entry("U64", ElementType.U64),
          Map.entry("I64", ElementType.I64),
          Map.entry("F16", ElementType.F16),
          Map.entry("BF16", ElementType.BF16),
          Map.entry("F32", ElementType.F32),
          Map.entry("F64", ElementType.F64),
          Map.entry("F8_E4M3", ElementType.F8E4M3),
          Map.entry("F8_E5M2", ElementType.F8E5M2),
          Map.entry("F8_E8M0", ElementType.F8E8M0),
          Map.entry("F4", ElementType.F4E2M1));

  /// The widths of those that are no element type.
  private static final Map<String, Integer> OTHERS =
      Map.of("C64", 64, "F6_E2M3", 6, "F6_E3M2", 6, "F8_E4M3FNUZ", 8, "F8_E5M2FNUZ", 8);

  private SafetensorsFormat() {}

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
  static Contents read(MappedFile file, ReadOptions options) {
    long length = headerLength(file, options.limits());
    MemorySegment text = file.bytes().asSlice(Long.BYTES, length);
    requireObject(text);
    JsonObject header = JsonReader.parseUtf8(text.asByteBuffer()).asObject();
    long data = Long.BYTES + length;
    Map<String, String> metadata = new LinkedHashMap<>();
    List<Tensor> tensors = new ArrayList<>();
    for (Map.Entry<String, JsonValue> field : header.fields().entrySet()) {
      String name = field.getKey();
      if (name.equals(METADATA)) {
        metadata.putAll(header.read(name, SafetensorsFormat::texts));
      } else {
        tensors.add(header.read(name, value -> Tensor.parse(name, value.asObject())));
      }
    }
    Tensor.requireCover(tensors, file.size() - data);
    List<Entry> entries =
        tensors.stream().map(tensor -> tensor.entry(file, data, options)).toList();
    return new Contents(entries, List.of(), metadata);
  }

  private static long headerLength(MappedFile file, Limits limits) {
    if (file.size() < Long.BYTES) {
      throw new IllegalArgumentException(
          "this is no .safetensors file, since it has %s bytes and the length of its header takes 8;"
                  .formatted(file.size())
              + " copy or save it again");
    }
    long length = file.bytes().get(LENGTH, 0);
    if (length < 0 || length > MAX_HEADER) {
      throw new IllegalArgumentException(
          "the header claims %s bytes, more than the %s that .safetensors allows; save it again"
              .formatted(Long.toUnsignedString(length), MAX_HEADER));
    }
    if (length > file.size() - Long.BYTES) {
      throw new IllegalArgumentException(
          "the header claims %s bytes, and the file has %s; copy or save it again"
              .formatted(length, file.size() - Long.BYTES));
    }
    limits.requireHeader("its header", length);
    return length;
  }

  /// Before the whole of it is decoded: what begins otherwise is something else altogether.
  private static void requireObject(MemorySegment text) {
    if (text.byteSize() == 0 || text.get(ValueLayout.JAVA_BYTE, 0) != '{') {
      throw new IllegalArgumentException(
          "this is no .safetensors file, since its header does not begin with '{'; save it again");
    }
  }

  private static Map<String, String> texts(JsonValue value) {
    JsonObject object = value.asObject();
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : object.fields().keySet()) {
      texts.put(name, object.read(name, JsonValue::asString));
    }
    return texts;
  }

  /// Description of a tensor in the header.
  ///
  /// @param begin where its data begins, counted from the end of the header
  /// @param end where its data ends
  private record Tensor(String name, StoredType type, Shape shape, long begin, long end) {
    /// Reads the fields.
    ///
    /// @throws IllegalArgumentException if they are others than `dtype`, `shape` and
    ///   `data_offsets`, or do not fit each other
    static Tensor parse(String name, JsonObject fields) {
      StoredType type = stored(fields.read("dtype", JsonValue::asString));
      Shape shape = fields.read("shape", extents -> Shape.of(extents.asLongs()));
      long[] offsets = fields.read("data_offsets", JsonValue::asLongs);
      if (shape.rank() > StoredType.MAX_RANK) {
        throw new IllegalArgumentException(
            "the shape has %s dimensions, more than the %s that are read; save it in another shape"
                .formatted(shape.rank(), StoredType.MAX_RANK));
      }
      if (fields.fields().size() != 3) {
        throw new IllegalArgumentException(
            "it has %s fields besides dtype, shape and data_offsets; save the file again"
                .formatted(fields.fields().size() - 3));
      }
      if (offsets.length != 2 || offsets[0] < 0 || offsets[1] < offsets[0]) {
        throw new IllegalArgumentException(
            "data_offsets must be two numbers, 0 or more, the second not below the first; save the"
                + " file again");
      }
      var entry = new Tensor(name, type, shape, offsets[0], offsets[1]);
      entry.requireSize();
      return entry;
    }

    private void requireSize() {
      if (type.bits() == 0) {
        return;
      }
      // Eight elements of any width fill whole bytes, so that only what is beyond them counts.
      if (shape.elements() % Byte.SIZE * type.bits() % Byte.SIZE != 0) {
        throw new IllegalArgumentException(
            "%s %s does not fill whole bytes, as it must in .safetensors; save it another way"
                .formatted(type.text(), shape));
      }
      if (type.bytes(shape) != end - begin) {
        throw new IllegalArgumentException(
            "%s %s takes %s bytes, and data_offsets [%s, %s] give it %s; save the file again"
                .formatted(type.text(), shape, type.bytes(shape), begin, end, end - begin));
      }
    }

    /// Checks that every byte of the data belongs to one tensor.
    ///
    /// @throws IllegalArgumentException if one belongs to none or to two, or is not there
    static void requireCover(List<Tensor> tensors, long size) {
      long at = 0;
      for (Tensor tensor :
          tensors.stream()
              .sorted(Comparator.comparingLong(Tensor::begin).thenComparingLong(Tensor::end))
              .toList()) {
        if (tensor.begin != at) {
          throw new IllegalArgumentException(
              "the data of the tensor '%s' begins at byte %s, and what is before it ends at byte %s;"
                      .formatted(OneLine.excerpt(tensor.name), tensor.begin, at)
                  + " save the file again");
        }
        at = tensor.end;
      }
      if (at != size) {
        throw new IllegalArgumentException(
            "the tensors take %s bytes of data, and the file has %s; copy or save it again"
                .formatted(at, size));
      }
    }

    /// The tensor.
    ///
    /// @param data where in the file the data of all begins
    Entry entry(MappedFile file, long data, ReadOptions options) {
      try {
        StoredLayout layout = type.layout(shape, false, options);
        return new StoredTensor(
            file.path(), name, layout, new DataSource(data + begin, end - begin, null));
      } catch (IllegalArgumentException e) {
        return new Entry.Unusable(
            file.path(),
            name,
            "%s %s".formatted(type.text(), shape),
            end - begin,
            Objects.requireNonNullElse(e.getMessage(), e.toString()));
      }
    }
  }

  /// The meaning of a name, be there an element type for it or not.
  static StoredType stored(String name) {
    ElementType type = TYPES.get(name);
    if (type != null) {
      return StoredType.known(name, type, ByteOrder.LITTLE_ENDIAN);
    }
    String shown = "dtype \"%s\"".formatted(OneLine.excerpt(name));
    return StoredType.unknown(
        shown,
        OTHERS.getOrDefault(name, 0),
        ByteOrder.LITTLE_ENDIAN,
        shown + " is no element type; choose other tensors, or save this one as another type");
  }

  /// The name of a type.
  ///
  /// @throws IllegalArgumentException if safetensors lacks it
  static String name(ElementType type) {
    return TYPES.entrySet().stream()
        .filter(entry -> entry.getValue() == type)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a .safetensors file has no type %s; write it as raw bytes or to .npy, as packed bytes"
                        .formatted(type)));
  }

  /// The header of a file of these tensors.
  ///
  /// @param metadata texts to keep, in order
  /// @throws IllegalArgumentException if a name is there twice, or the format lacks a type or order
  static FileLayout layout(List<NamedLayout> tensors, Map<String, String> metadata) {
    FileLayout.requireDistinct(tensors);
    Map<String, Object> fields = new LinkedHashMap<>();
    if (!metadata.isEmpty()) {
      fields.put(METADATA, metadata);
    }
    List<Long> begins = new ArrayList<>(tensors.size());
    long at = 0;
    for (NamedLayout tensor : tensors) {
      if (tensor.name().equals(METADATA)) {
        throw new IllegalArgumentException(
            "no tensor of a .safetensors file can be named __metadata__; give it another name");
      }
      begins.add(at);
      long end = Math.addExact(at, tensor.layout().bytes());
      fields.put(tensor.name(), describe(tensor.layout(), at, end));
      at = end;
    }
    byte[] header = encode(JsonValue.of(fields));
    return new FileLayout(
        begins.stream().map(begin -> header.length + begin).toList(),
        List.of(new FileLayout.Chunk(0, header)));
  }

  private static JsonObject describe(StoredLayout layout, long begin, long end) {
    layout.requirePlain("safetensors");
    layout.requireRank("safetensors");
    if (layout.type().isSubByte()
        && layout.shape().elements() % Byte.SIZE * layout.type().bits() % Byte.SIZE != 0) {
      throw new IllegalArgumentException(
          "%s %s does not fill whole bytes, as it must in a .safetensors file; write it as raw bytes"
              .formatted(layout.type(), layout.shape()));
    }
    return JsonObject.of(
        "dtype", name(layout.type()),
        "shape", layout.shape().extents(),
        "data_offsets", new long[] {begin, end});
  }

  private static byte[] encode(JsonValue fields) {
    byte[] text = fields.toString().getBytes(StandardCharsets.UTF_8);
    int length = Math.ceilDiv(text.length, ALIGNMENT) * ALIGNMENT;
    if (length > MAX_HEADER) {
      throw new IllegalArgumentException(
          "the header would take %s bytes, more than the %s that a .safetensors file may have; write"
                  .formatted(length, MAX_HEADER)
              + " fewer tensors to it");
    }
    byte[] header = new byte[Long.BYTES + length];
    Arrays.fill(header, (byte) ' ');
    ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putLong(length).put(text);
    return header;
  }
}

package io.cleave.file.format;

import static io.cleave.text.Checks.require;

import io.cleave.file.Format;
import io.cleave.file.Limits;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Headers of `.npy` files: eight bytes of magic and version, the length of a text, and the text, a
/// Python dictionary that is parsed and never evaluated.
///
/// ```
/// {'descr': '<f4', 'fortran_order': False, 'shape': (4, 6, 8), }
/// ```
///
/// Versions 1.0, 2.0 and 3.0 are read, in C and Fortran order, little- and big-endian. Version 1.0
/// is written. Types that NumPy lacks are kept as bytes: `bf16` as `<V2`, the 8-bit floats as
/// `|V1`, those narrower than a byte as a list of `|u1`, packed; [ReadOptions] say what they are.
public final class NpyFormat {
  private static final Logger LOG = LoggerFactory.getLogger(NpyFormat.class);

  /// The first bytes of every `.npy` file.
  static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  private static final int PROLOGUE = MAGIC.length + 2;

  /// Longer texts are refused unread. NumPy itself stops at 10,000 bytes unless told otherwise, and
  /// writes less than 2,000 for data without fields.
  private static final int MAX_TEXT = 1 << 20;

  private static final int ALIGNMENT = 64;

  /// NumPy leaves room for the axis that may grow to have this many digits.
  private static final int GROWTH_DIGITS = 21;

  private static final Set<String> KEYS = Set.of("descr", "fortran_order", "shape");

  /// A key and its value: a string without escapes, of which NumPy writes none here, a word, or a
  /// tuple of numbers.
  private static final Pattern FIELD =
      Pattern.compile(
          "\\s*+(['\"])(\\w++)\\1\\s*+:"
              + "\\s*+('[^'\\\\]*+'|\"[^\"\\\\]*+\"|\\w++|\\([^()]*+\\))\\s*+(,?+)");

  private static final Pattern WITH_FIELDS =
      Pattern.compile("\\s*+(['\"])descr\\1\\s*+:\\s*+[\\[({]");

  private static final String HAS_FIELDS =
      "the dtype has fields and cannot be split; save each field on its own, such as x['name']";

  private static final Pattern END = Pattern.compile("\\s*+\\}\\s*+");

  /// Python 2 appends `L` to long ones.
  private static final Pattern NUMBER = Pattern.compile("\\s*+(-?(?:0|[1-9][0-9]{0,18}))L?\\s*+");

  /// The types that NumPy has, by their names without the order of bytes.
  private static final Map<String, ElementType> TYPES = new HashMap<>();

  /// Types that NumPy lacks, as raw bytes of their width. `<V2` is what ml_dtypes writes for bf16.
  private static final Map<ElementType, String> RAW =
      Map.of(
          ElementType.BF16, "<V2",
          ElementType.F8E4M3, "|V1",
          ElementType.F8E5M2, "|V1",
          ElementType.F8E8M0, "|V1");

  static {
    for (String name : "BOOLEAN I8 I16 I32 I64 U8 U16 U32 U64 F16 F32 F64".split(" ", -1)) {
      ElementType type = ElementType.valueOf(name);
      TYPES.put(code(type), type);
    }
  }

  private NpyFormat() {}

  /// True if NumPy has a type: for others, what a file says of its elements is only their width.
  public static boolean hasType(ElementType type) {
    return TYPES.containsValue(type);
  }

  private static String code(ElementType type) {
    return type.name().toLowerCase(Locale.ROOT).charAt(0) + "" + type.bits() / Byte.SIZE;
  }

  /// The bytes before the data of a `.npy` file.
  ///
  /// @param end where the data begins
  public record Header(StoredType type, Shape shape, boolean isFortran, long end) {}

  /// Reads a file.
  ///
  /// @throws IllegalArgumentException if it is malformed
  static StoredFile read(MappedFile file, ReadOptions options) throws IOException {
    Header header = read(file.bytes(), options.limits());
    long present = file.size() - header.end;
    long bytes = header.type.bits() == 0 ? present : header.type.bytes(header.shape);
    require(
        bytes <= present,
        "%s %s takes %s bytes of data, and the file has %s; copy or save it again",
        header.type.text(),
        header.shape,
        bytes,
        present);
    if (bytes < present) {
      // As NumPy does: some programs append several arrays to one file.
      LOG.warn(
          "{} has {} bytes after its data; they are ignored",
          OneLine.of(file.path().toString()),
          present - bytes);
    }
    String name = StoredTensor.nameFrom(file.path());
    DataSource data = new DataSource(file, header.end, bytes, null);
    Entry entry = Entry.of(name, header.type, header.shape, header.isFortran, data, options);
    return new StoredFile(file, Format.NPY, List.of(entry), List.of(), Map.of());
  }

  /// Reads a header.
  ///
  /// @throws IllegalArgumentException if it is malformed or longer than the limit
  static Header read(ByteReader file, Limits limits) throws IOException {
    int version = version(file);
    int lengthBytes = version == 1 ? Short.BYTES : Integer.BYTES;
    // A short length is followed by zeros.
    byte[] length = Arrays.copyOf(bytes(file, PROLOGUE, lengthBytes), Integer.BYTES);
    long text =
        Integer.toUnsignedLong(ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt());
    require(
        text <= MAX_TEXT,
        "the header claims %s bytes, more than the %s that are read; save it with numpy.save",
        text,
        MAX_TEXT);
    limits.requireHeader("its header", text);
    int start = PROLOGUE + lengthBytes;
    byte[] encoded = bytes(file, start, (int) text);
    Charset charset = version < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    return parse(decode(encoded, charset), start + text);
  }

  /// Reads the header of a file in memory.
  ///
  /// @throws IllegalArgumentException if it is malformed or longer than the limit
  public static Header read(MemorySegment file, Limits limits) throws IOException {
    return read(ByteReader.of(file), limits);
  }

  private static int version(ByteReader file) throws IOException {
    byte[] start = bytes(file, 0, (int) Math.min(file.size(), PROLOGUE));
    int present = Math.min(start.length, MAGIC.length);
    require(
        present > 0 && Arrays.equals(start, 0, present, MAGIC, 0, present),
        "this is no .npy file, since it %s; save the data with numpy.save",
        present == 0
            ? "is empty"
            : "begins with the bytes " + HexFormat.ofDelimiter(" ").formatHex(start));
    requirePresent(file, PROLOGUE);
    int major = Byte.toUnsignedInt(start[MAGIC.length]);
    int minor = Byte.toUnsignedInt(start[MAGIC.length + 1]);
    require(
        major >= 1 && major <= 3 && minor == 0,
        "version %s.%s of .npy is none of 1.0, 2.0 and 3.0; save the data again with numpy.save",
        major,
        minor);
    return major;
  }

  /// Allocates memory for bytes only if the file has them.
  private static byte[] bytes(ByteReader file, int from, int count) throws IOException {
    requirePresent(file, (long) from + count);
    byte[] bytes = new byte[count];
    file.read(from, MemorySegment.ofArray(bytes));
    return bytes;
  }

  private static void requirePresent(ByteReader file, long bytes) {
    require(
        file.size() >= bytes,
        "the file ends after %s bytes, within its header of %s or more; copy or save it again",
        file.size(),
        bytes);
  }

  private static String decode(byte[] bytes, Charset charset) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException _) {
      throw new IllegalArgumentException(
          "the header is no UTF-8 text; save the data again with numpy.save");
    }
  }

  /// The header of a tensor, byte for byte as `numpy.save` writes it.
  ///
  /// @throws IllegalArgumentException if NumPy has neither the type nor bytes that hold it, or not
  ///   so many dimensions
  public static byte[] header(StoredLayout tensor) {
    if (!tensor.type().isSubByte()) {
      tensor.requireRank("npy");
      return encode(tensor);
    }
    require(
        tensor.isRowMajor(),
        "%s %s is in Fortran order, which packed bytes in a .npy file cannot say; save it in C"
            + " order",
        tensor.type(),
        tensor.shape());
    return encode(StoredLayout.plain(ElementType.U8, Shape.of(tensor.bytes())));
  }

  private static byte[] encode(StoredLayout layout) {
    byte[] text = text(layout).getBytes(StandardCharsets.US_ASCII);
    int start = PROLOGUE + Short.BYTES;
    // After the text, 1 to 64 spaces and a newline, so that the data is aligned.
    int newline = start + text.length + 1;
    int end = newline + ALIGNMENT - newline % ALIGNMENT;
    ByteBuffer header = ByteBuffer.allocate(end).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (end - start)).put(text);
    Arrays.fill(header.array(), start + text.length, end - 1, (byte) ' ');
    header.array()[end - 1] = '\n';
    return header.array();
  }

  private static String text(StoredLayout layout) {
    Shape shape = layout.shape();
    String comma = shape.rank() == 1 ? "," : "";
    String extents = Arrays.toString(shape.extents());
    String tuple = "(%s%s)".formatted(extents.substring(1, extents.length() - 1), comma);
    String order = layout.isFortran() ? "True" : "False";
    String dictionary =
        "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }"
            .formatted(dtype(layout.type()), order, tuple);
    if (shape.rank() == 0) {
      return dictionary;
    }
    long growing = shape.extent(layout.isFortran() ? shape.rank() - 1 : 0);
    return dictionary + " ".repeat(GROWTH_DIGITS - Long.toString(growing).length());
  }

  /// The name of a type for little-endian data, or of raw bytes where NumPy lacks the type.
  ///
  /// @throws IllegalArgumentException if several elements share a byte, and for strings
  static String dtype(ElementType type) {
    String raw = RAW.get(type);
    if (raw != null) {
      return raw;
    }
    require(
        hasType(type),
        "element type %s cannot be written to a .npy file, since NumPy has no dtype for it",
        type);
    return (type.bits() == Byte.SIZE ? "|" : "<") + code(type);
  }

  /// The type of a name such as `<f4`. As in NumPy, `=`, `|` and no sign at all mean the byte order
  /// of this machine.
  static StoredType dtype(String descr) {
    char sign = descr.isEmpty() ? '=' : descr.charAt(0);
    String code = "<>=|".indexOf(sign) >= 0 && !descr.isEmpty() ? descr.substring(1) : descr;
    ByteOrder order =
        switch (sign) {
          case '<' -> ByteOrder.LITTLE_ENDIAN;
          case '>' -> ByteOrder.BIG_ENDIAN;
          default -> ByteOrder.nativeOrder();
        };
    String text = "dtype '%s'".formatted(OneLine.excerpt(descr));
    ElementType type = TYPES.get(code);
    return type == null
        ? new StoredType(text, bits(code), order, null, "%s %s".formatted(text, problem(code)))
        : new StoredType(text, type.bits(), order, type, "");
  }

  /// The bits of an element of `c8`, `V2` and the like; 0 where they are not known, as for Python
  /// objects.
  private static int bits(String code) {
    String digits = code.isEmpty() ? "" : code.substring(1);
    if (!digits.matches("[0-9]{1,6}")) {
      return 0;
    }
    int bytes = Integer.parseInt(digits);
    return switch (code.charAt(0)) {
      case 'b', 'i', 'u', 'f', 'c', 'S', 'a', 'V' -> bytes * Byte.SIZE;
      case 'U' -> bytes * Integer.SIZE;
      default -> 0;
    };
  }

  private static String problem(String code) {
    if (code.equals("V1") || code.equals("V2")) {
      return "holds raw bytes and does not say what they mean; give the type, such as %s"
          .formatted(code.equals("V1") ? "f8e4m3" : "bf16");
    }
    return switch (code.isEmpty() ? ' ' : code.charAt(0)) {
      case 'O' ->
          "holds Python objects as a pickle, which is never read since it can run code; save plain"
              + " numbers, such as x.astype('f4')";
      case 'c' -> "is complex and no element type; save x.real and x.imag, or x.view('f4')";
      case 'M', 'm' -> "holds dates or times and is no element type; save x.view('i8')";
      case 'S', 'a', 'U' ->
          "holds texts and is no element type; save their bytes, such as x.view('u1')";
      case 'V' -> "holds raw bytes of no element type; save what they mean, such as x.view('u2')";
      case 'f' -> "is a float of a width that no element type has; save x.astype('f8')";
      default -> "is no element type; save the data as one of b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8";
    };
  }

  /// Parses the dictionary: three keys in any order, each once, and no others. No value nests, so
  /// that a hostile header has no depth.
  private static Header parse(String text, long end) {
    int at = text.indexOf('{') + 1;
    requireIntact(at > 0 && text.substring(0, at - 1).isBlank(), text, 0);
    Map<String, String> fields = new HashMap<>();
    Matcher field = FIELD.matcher(text);
    while (field.region(at, text.length()).lookingAt()) {
      String key = field.group(2);
      require(
          fields.put(key, field.group(3)) == null,
          "the key '%s' of the header is there twice; save the data again with numpy.save",
          OneLine.excerpt(key));
      at = field.end();
      if (field.group(4).isEmpty()) {
        break;
      }
    }
    require(!WITH_FIELDS.matcher(text).region(at, text.length()).lookingAt(), HAS_FIELDS);
    requireIntact(END.matcher(text).region(at, text.length()).matches(), text, at);
    require(
        fields.keySet().equals(KEYS),
        "the header has the keys %s, and not descr, fortran_order and shape; save the data again"
            + " with numpy.save",
        OneLine.excerpt(String.join(", ", fields.keySet())));
    String descr = Objects.requireNonNull(fields.get("descr"));
    String order = Objects.requireNonNull(fields.get("fortran_order"));
    String shape = Objects.requireNonNull(fields.get("shape"));
    require(descr.charAt(0) != '(', HAS_FIELDS);
    requireIntact("'\"".indexOf(descr.charAt(0)) >= 0, descr, 0);
    requireIntact(order.equals("True") || order.equals("False"), order, 0);
    StoredType type = dtype(descr.substring(1, descr.length() - 1));
    return new Header(type, Shape.of(extents(shape)), order.equals("True"), end);
  }

  /// `()`, `(3,)` or `(3, 4)`; `(3)` is a number to Python, and not a shape.
  private static long[] extents(String tuple) {
    requireIntact(tuple.startsWith("("), tuple, 0);
    String list = tuple.substring(1, tuple.length() - 1);
    String[] numbers = list.split(",", StoredType.MAX_RANK + 2);
    boolean endsInComma = numbers[numbers.length - 1].isBlank();
    int rank = numbers.length - (endsInComma ? 1 : 0);
    requireIntact(endsInComma || rank > 1, tuple, 0);
    require(
        rank <= StoredType.MAX_RANK,
        "the shape has more than %s dimensions; save the data in another shape",
        StoredType.MAX_RANK);
    long[] extents = new long[rank];
    for (int i = 0; i < rank; i++) {
      Matcher number = NUMBER.matcher(numbers[i]);
      requireIntact(number.matches(), tuple, 0);
      BigInteger extent = new BigInteger(number.group(1));
      requireIntact(extent.bitLength() < Long.SIZE, tuple, 0);
      extents[i] = extent.longValue();
    }
    return extents;
  }

  private static void requireIntact(boolean condition, String text, int at) {
    require(
        condition,
        "the header is malformed at '%s'; save the data again with numpy.save",
        OneLine.excerpt(text.substring(at)));
  }
}

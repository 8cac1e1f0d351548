package io.cleave.file.format;

import io.cleave.file.Limits;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  private static final int PROLOGUE = MAGIC.length + 2;

  /// Longer texts are refused unread. NumPy itself stops at 10,000 bytes unless told otherwise, and
  /// writes less than 2,000 for data without fields.
  private static final int MAX_TEXT = 1 << 20;

  private static final int ALIGNMENT = 64;

  /// NumPy leaves room for the axis that may grow to have this many digits.
  private static final int GROWTH_DIGITS = 21;

  /// More digits than any element needs that could be an element type.
  private static final int MAX_DIGITS = 6;

  private static final Map<String, ElementType> TYPES =
      Map.ofEntries(
          Map.entry("b1", ElementType.BOOLEAN),
          Map.entry("i1", ElementType.I8),
          Map.entry("i2", ElementType.I16),
          Map.entry("i4", ElementType.I32),
          Map.entry("i8", ElementType.I64),
          Map.entry("u1", ElementType.U8),
          Map.entry("u2", ElementType.U16),
          Map.entry("u4", ElementType.U32),
          Map.entry("u8", ElementType.U64),
          Map.entry("f2", ElementType.F16),
          Map.entry("f4", ElementType.F32),
          Map.entry("f8", ElementType.F64));

  /// Types that NumPy lacks, as raw bytes of their width. `<V2` is what ml_dtypes writes for bf16.
  private static final Map<ElementType, String> RAW =
      Map.of(
          ElementType.BF16, "<V2",
          ElementType.F8E4M3, "|V1",
          ElementType.F8E5M2, "|V1",
          ElementType.F8E8M0, "|V1");

  private NpyFormat() {}

  /// The bytes before the data of a `.npy` file.
  ///
  /// @param end where the data begins
  public record Header(StoredType type, Shape shape, boolean isFortran, long end) {
    /// The layout of the tensor.
    ///
    /// @throws IllegalArgumentException if it cannot be split, or the options do not fit
    public StoredLayout layout(ReadOptions options) {
      return type.layout(shape, isFortran, options);
    }

    /// Type and shape, for people.
    public String description() {
      return "%s %s".formatted(type.text(), shape);
    }
  }

  /// The first bytes of every `.npy` file.
  static byte[] magic() {
    return MAGIC.clone();
  }

  /// Reads a header.
  ///
  /// @param size the bytes of the file
  /// @throws IllegalArgumentException if it is malformed or longer than the limit
  static Header read(InputStream file, long size, Limits limits) throws IOException {
    int version = version(file, size);
    int lengthBytes = version == 1 ? Short.BYTES : Integer.BYTES;
    ByteBuffer length =
        ByteBuffer.wrap(bytes(file, size, PROLOGUE, lengthBytes)).order(ByteOrder.LITTLE_ENDIAN);
    long text =
        version == 1
            ? Short.toUnsignedLong(length.getShort())
            : Integer.toUnsignedLong(length.getInt());
    if (text > MAX_TEXT) {
      throw new IllegalArgumentException(
          "the header claims %s bytes, more than the %s that are read; save it with numpy.save"
              .formatted(text, MAX_TEXT));
    }
    limits.requireHeader("its header", text);
    int start = PROLOGUE + lengthBytes;
    byte[] encoded = bytes(file, size, start, (int) text);
    Charset charset = version < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    return new Parser(decode(encoded, charset)).header(start + text);
  }

  /// Reads the header of a file in memory.
  ///
  /// @throws IllegalArgumentException if it is malformed or longer than the limit
  public static Header read(MemorySegment file, Limits limits) throws IOException {
    return read(new InflatedStream.SegmentStream(file), file.byteSize(), limits);
  }

  private static int version(InputStream file, long size) throws IOException {
    byte[] start = file.readNBytes((int) Math.min(size, PROLOGUE));
    int present = Math.min(start.length, MAGIC.length);
    if (present == 0 || !Arrays.equals(start, 0, present, MAGIC, 0, present)) {
      throw new IllegalArgumentException(
          "this is no .npy file, since it %s; save the data with numpy.save"
              .formatted(
                  present == 0
                      ? "is empty"
                      : "begins with the bytes " + HexFormat.ofDelimiter(" ").formatHex(start)));
    }
    requirePresent(size, PROLOGUE);
    int major = Byte.toUnsignedInt(start[MAGIC.length]);
    int minor = Byte.toUnsignedInt(start[MAGIC.length + 1]);
    if (major < 1 || major > 3 || minor != 0) {
      throw new IllegalArgumentException(
          "version %s.%s of .npy is none of 1.0, 2.0 and 3.0; save the data again with numpy.save"
              .formatted(major, minor));
    }
    return major;
  }

  /// Allocates memory for bytes only if the file has them.
  private static byte[] bytes(InputStream file, long size, int from, int count) throws IOException {
    requirePresent(size, (long) from + count);
    return file.readNBytes(count);
  }

  private static void requirePresent(long size, long bytes) {
    if (size < bytes) {
      throw new IllegalArgumentException(
          "the file ends after %s bytes, within its header of %s or more; copy or save it again"
              .formatted(size, bytes));
    }
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
    if (!tensor.isRowMajor()) {
      throw new IllegalArgumentException(
          "%s %s is in Fortran order, which packed bytes in a .npy file cannot say; save it in C order"
              .formatted(tensor.type(), tensor.shape()));
    }
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
    String tuple =
        Arrays.stream(shape.extents())
            .mapToObj(Long::toString)
            .collect(Collectors.joining(", ", "(", comma + ")"));
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
    return TYPES.entrySet().stream()
        .filter(entry -> entry.getValue() == type)
        .map(entry -> (type.bits() == Byte.SIZE ? "|" : "<") + entry.getKey())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "element type %s cannot be written to a .npy file, since NumPy has no dtype for it"
                        .formatted(type)));
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
        ? StoredType.unknown(text, bits(code), order, "%s %s".formatted(text, problem(code)))
        : StoredType.known(text, type, order);
  }

  /// The bits of an element of `c8`, `V2` and the like; 0 where they are not known, as for Python
  /// objects.
  private static int bits(String code) {
    String digits = code.isEmpty() ? "" : code.substring(1);
    if (digits.isEmpty()
        || digits.length() > MAX_DIGITS
        || !digits.chars().allMatch(NpyFormat::isDigit)) {
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

  // Not Character.isDigit, which knows all scripts.
  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /// Parses the dictionary: three keys in any order, each once, and no others. No value nests, so
  /// that a hostile header has no depth. Refusals name the character, counted from 1.
  private static final class Parser {
    private static final int END = -1;

    private final String text;
    private int at;
    private String descr = "";
    private boolean isFortran;
    private long[] shape = {};

    Parser(String text) {
      this.text = text;
    }

    Header header(long end) {
      Set<String> keys = new HashSet<>();
      require('{');
      boolean more = true;
      while (more && next() != '}') {
        String key = string();
        if (!keys.add(key)) {
          throw fail("the key '%s' stands there twice".formatted(OneLine.excerpt(key)));
        }
        require(':');
        readValue(key);
        more = accept(',');
      }
      require('}');
      if (next() != END) {
        throw expected("nothing after the dictionary");
      }
      for (String key : new String[] {"descr", "fortran_order", "shape"}) {
        if (!keys.contains(key)) {
          throw fail("there is no key '%s'".formatted(key));
        }
      }
      return new Header(dtype(descr), Shape.of(shape), isFortran, end);
    }

    private void readValue(String key) {
      switch (key) {
        case "descr" -> {
          if ("[({".indexOf(next()) >= 0) {
            throw new IllegalArgumentException(
                "dtype %s has fields and cannot be split; save each field on its own, such as x['name']"
                    .formatted(OneLine.excerpt(text.substring(at).strip())));
          }
          descr = string();
        }
        case "fortran_order" -> isFortran = truth();
        case "shape" -> shape = tuple();
        default ->
            throw fail(
                "the key '%s' is none of descr, fortran_order and shape"
                    .formatted(OneLine.excerpt(key)));
      }
    }

    private boolean truth() {
      next();
      int start = at;
      while (at < text.length() && isLetter(text.charAt(at))) {
        at++;
      }
      String word = text.substring(start, at);
      if (!word.equals("True") && !word.equals("False")) {
        throw fail(
            "fortran_order must be True or False, not '%s'".formatted(OneLine.excerpt(word)));
      }
      return word.equals("True");
    }

    private static boolean isLetter(char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /// `()`, `(3,)` or `(3, 4)`; `(3)` is a number to Python, and not a shape.
    private long[] tuple() {
      require('(');
      long[] extents = new long[StoredType.MAX_RANK];
      int rank = 0;
      while (next() != ')') {
        if (rank == StoredType.MAX_RANK) {
          throw fail("the shape has more than %s dimensions".formatted(StoredType.MAX_RANK));
        }
        extents[rank++] = number();
        if (!accept(',') && (rank == 1 || next() != ')')) {
          throw expected("','");
        }
      }
      require(')');
      return Arrays.copyOf(extents, rank);
    }

    /// A string in single or double quotes. Escapes are refused: NumPy writes none here.
    private String string() {
      if (next() != '\'' && next() != '"') {
        throw expected("a string");
      }
      int start = at + 1;
      int end = text.indexOf(text.charAt(at), start);
      if (end < 0) {
        throw fail("the string that begins here has no closing quote");
      }
      String string = text.substring(start, end);
      if (string.indexOf('\\') >= 0) {
        throw fail("the string that begins here has a backslash, which no header needs");
      }
      at = end + 1;
      return string;
    }

    /// A whole number, with the `L` that Python 2 appends to long ones.
    private long number() {
      next();
      int start = at;
      at += peek() == '-' ? 1 : 0;
      int digits = at;
      while (isDigit(peek())) {
        at++;
      }
      if (at == digits) {
        throw expected("a whole number");
      }
      if (text.charAt(digits) == '0' && at > digits + 1) {
        throw fail("a number does not begin with 0");
      }
      String number = text.substring(start, at);
      at += peek() == 'L' ? 1 : 0;
      try {
        return Long.parseLong(number);
      } catch (NumberFormatException _) {
        throw fail("the number %s does not fit 64 bits".formatted(OneLine.excerpt(number)));
      }
    }

    private void require(char c) {
      if (!accept(c)) {
        throw expected("'%c'".formatted(c));
      }
    }

    private boolean accept(char c) {
      if (next() != c) {
        return false;
      }
      at++;
      return true;
    }

    /// Steps over white space; the character there, which stays next, or -1 at the end.
    private int next() {
      while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      return peek();
    }

    private int peek() {
      return at < text.length() ? text.charAt(at) : END;
    }

    private IllegalArgumentException expected(String what) {
      int c = peek();
      String shown = c > ' ' && c < 0x7f ? "'%c'".formatted(c) : "U+%04X".formatted(c);
      return fail("expected %s, found %s".formatted(what, c == END ? "the end" : shown));
    }

    private IllegalArgumentException fail(String problem) {
      return new IllegalArgumentException(
          "the header is malformed at character %s: %s; save the data again with numpy.save"
              .formatted(at + 1, problem));
    }
  }
}

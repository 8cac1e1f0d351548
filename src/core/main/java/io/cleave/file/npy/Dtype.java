package io.cleave.file.npy;

import io.cleave.file.stored.StoredType;
import io.cleave.file.tensor.BadFileException;
import io.cleave.plan.ElementType;
import io.cleave.text.OneLine;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Objects;

/// NumPy's name of a data type, such as `<f4`, and what it is here.
///
/// @param type the element type
/// @param byteOrder the order of the bytes in an element; of no consequence where it has one byte
record Dtype(ElementType type, ByteOrder byteOrder) {
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

  /// How types are written that NumPy lacks: as raw bytes of their width, which it moves but cannot
  /// calculate with. `bf16` is what the library ml_dtypes calls it in files, too.
  private static final Map<ElementType, String> RAW =
      Map.of(
          ElementType.BF16, "<V2",
          ElementType.F8E4M3, "|V1",
          ElementType.F8E5M2, "|V1",
          ElementType.F8E8M0, "|V1");

  /// More digits than any element needs that could be an element type.
  private static final int MAX_DIGITS = 6;

  /// Reads a name. As in NumPy, `=`, `|` and no sign at all mean the byte order of this machine.
  ///
  /// @throws BadFileException if there is no element type for it
  static Dtype parse(String descr) {
    String code = code(descr);
    ElementType type = TYPES.get(code);
    if (type == null) {
      throw new BadFileException("dtype '%s' %s".formatted(OneLine.excerpt(descr), problem(code)));
    }
    return new Dtype(type, order(descr));
  }

  /// A name without its sign.
  static String code(String descr) {
    return !descr.isEmpty() && "<>=|".indexOf(descr.charAt(0)) >= 0 ? descr.substring(1) : descr;
  }

  private static ByteOrder order(String descr) {
    return switch (descr.isEmpty() ? '=' : descr.charAt(0)) {
      case '<' -> ByteOrder.LITTLE_ENDIAN;
      case '>' -> ByteOrder.BIG_ENDIAN;
      default -> ByteOrder.nativeOrder();
    };
  }

  /// What a name says, be there an element type for it or not.
  static StoredType stored(String descr) {
    String text = "dtype '%s'".formatted(OneLine.excerpt(descr));
    try {
      Dtype dtype = parse(descr);
      return StoredType.known(text, dtype.type, dtype.byteOrder);
    } catch (BadFileException e) {
      return StoredType.unknown(
          text, bits(descr), order(descr), Objects.requireNonNull(e.getMessage()));
    }
  }

  /// The bits of an element of `<c8`, `|V2` and the like; 0 where there is no telling, as for
  /// Python objects.
  private static int bits(String descr) {
    String code = code(descr);
    String digits = code.isEmpty() ? "" : code.substring(1);
    if (digits.isEmpty()
        || digits.length() > MAX_DIGITS
        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return 0;
    }
    int bytes = Integer.parseInt(digits);
    return switch (code.charAt(0)) {
      case 'b', 'i', 'u', 'f', 'c', 'S', 'a', 'V' -> bytes * Byte.SIZE;
      case 'U' -> bytes * Integer.SIZE;
      default -> 0;
    };
  }

  /// The name of a type as NumPy writes it for little-endian data; that of raw bytes where NumPy
  /// lacks the type but has bytes of its width.
  ///
  /// @throws IllegalArgumentException if several elements share a byte, and for strings
  static String name(ElementType type) {
    String raw = RAW.get(type);
    if (raw != null) {
      return raw;
    }
    for (var entry : TYPES.entrySet()) {
      if (entry.getValue() == type) {
        return (type.bits() == Byte.SIZE ? "|" : "<") + entry.getKey();
      }
    }
    throw new IllegalArgumentException(
        "element type %s cannot be written to a .npy file, since NumPy has no dtype for it"
            .formatted(type));
  }

  private static String problem(String code) {
    if (code.equals("V1") || code.equals("V2")) {
      return "holds raw bytes and does not say what they mean; say so with --type, such as --type %s"
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
}

package io.cleave.plan;

import io.cleave.text.Parsing;
import java.util.Arrays;
import java.util.Locale;

/// The element types of OpenVINO.
///
/// Types narrower than a byte are packed over the whole flattened tensor: rows are not
/// byte-aligned, and the unused bits of the last byte are 0.
public enum ElementType {
  /// One byte an element; any value of the byte is moved unchanged.
  BOOLEAN("BOOL", 8),
  /// Brain float, 16 bits.
  BF16("BF16", 16),
  /// IEEE half precision.
  F16("FP16", 16),
  /// IEEE single precision.
  F32("FP32", 32),
  /// IEEE double precision.
  F64("FP64", 64),
  /// Signed, 4 bits.
  I4("I4", 4),
  /// Signed, 8 bits.
  I8("I8", 8),
  /// Signed, 16 bits.
  I16("I16", 16),
  /// Signed, 32 bits.
  I32("I32", 32),
  /// Signed, 64 bits.
  I64("I64", 64),
  /// One bit; the only type that fills its bytes from the most significant bit.
  U1("BIN", 1),
  /// Unsigned, 2 bits.
  U2("U2", 2),
  /// Unsigned, 3 bits.
  U3("U3", 3),
  /// Unsigned, 4 bits.
  U4("U4", 4),
  /// Unsigned, 6 bits.
  U6("U6", 6),
  /// Unsigned, 8 bits.
  U8("U8", 8),
  /// Unsigned, 16 bits.
  U16("U16", 16),
  /// Unsigned, 32 bits.
  U32("U32", 32),
  /// Unsigned, 64 bits.
  U64("U64", 64),
  /// The 4-bit normal float of QLoRA.
  NF4("NF4", 4),
  /// Float of 4 bits: 2 exponent, 1 mantissa.
  F4E2M1("F4E2M1", 4),
  /// Float of 8 bits: 4 exponent, 3 mantissa.
  F8E4M3("F8E4M3", 8),
  /// Float of 8 bits: 5 exponent, 2 mantissa.
  F8E5M2("F8E5M2", 8),
  /// A bare 8-bit exponent.
  F8E8M0("F8E8M0", 8),
  /// Texts of any length, in host memory only.
  STRING("STRING", 0);

  private final String irName;
  private final int bits;

  ElementType(String irName, int bits) {
    this.irName = irName;
    this.bits = bits;
  }

  /// Reads a type's name in either spelling, `f32` or the IR's `FP32`, in any case.
  ///
  /// @throws IllegalArgumentException if there is no such type; the message lists all names
  public static ElementType parse(String name) {
    String known = name.strip();
    return Arrays.stream(values())
        .filter(type -> type.name().equalsIgnoreCase(known) || type.irName.equalsIgnoreCase(known))
        .findFirst()
        .orElseThrow(() -> Parsing.unknown("element type", values(), name));
  }

  /// The name that OpenVINO's IR writes as a port's precision: `FP32`, `BOOL`, `BIN`.
  public String irName() {
    return irName;
  }

  /// The width of one element in bits; 0 for strings, which have none.
  public int bits() {
    return bits;
  }

  /// True if the first element of a byte takes its most significant bits: `u1 [1, 0, 1, 1, 0, 0, 0,
  /// 0, 1]` is `B0 80`. All other types begin at the least significant bit: `u4 [1, 2, 3]` is `21
  /// 03`.
  public boolean isMostSignificantFirst() {
    return this == U1;
  }

  /// The bits of one element, 1 for strings, which are counted.
  int width() {
    return Math.max(1, bits);
  }

  /// True if several elements share a byte.
  public boolean isSubByte() {
    return bits > 0 && bits < Byte.SIZE;
  }

  /// True if an operation may read its axis or its lengths from this type: `i4 i8 ... i64 u4 u8 ...
  /// u64`.
  public boolean holdsIndices() {
    return switch (this) {
      case U4, U8, U16, U32, U64 -> true;
      default -> isSigned();
    };
  }

  /// True for the signed integers: `i4 i8 i16 i32 i64`.
  public boolean isSigned() {
    return switch (this) {
      case I4, I8, I16, I32, I64 -> true;
      default -> false;
    };
  }

  /// The bytes that `elements` packed elements take.
  ///
  /// @throws IllegalArgumentException if `elements` is negative, if that many bits do not fit a
  ///   signed 64-bit number, or for strings
  public long bytes(long elements) {
    if (this == STRING) {
      throw new IllegalArgumentException(
          "string elements have no size in bytes; count them instead");
    }
    return Math.ceilDiv(bits(elements), Byte.SIZE);
  }

  /// The bits that `elements` elements take, 0 for strings.
  ///
  /// @throws IllegalArgumentException if they do not fit a signed 64-bit number
  long bits(long elements) {
    if (elements < 0) {
      throw new IllegalArgumentException(
          "the number of elements must be 0 or more, not %s".formatted(elements));
    }
    if (Math.multiplyHigh(elements, bits) != 0 || elements * bits < 0) {
      throw new IllegalArgumentException(
          "%s elements of %s take more than %s bits; split a smaller tensor"
              .formatted(elements, this, Long.MAX_VALUE));
    }
    return elements * bits;
  }

  /// The lower-case name: `f32`, `boolean`, `u1`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

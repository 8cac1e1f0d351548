package io.cleave.file.npy;

/// How wide an element of a NumPy data type is, whatever it means.
final class DtypeWidth {
  /// More digits than any element needs that could be an element type.
  private static final int MAX_DIGITS = 6;

  private DtypeWidth() {}

  /// The bits of an element of `<c8`, `|V2` and the like; 0 where there is no telling, as for
  /// Python objects.
  static int bits(String descr) {
    String code = Dtype.code(descr);
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
}

package io.cleave.file.safetensors;

import io.cleave.file.stored.StoredType;
import io.cleave.plan.ElementType;
import io.cleave.text.OneLine;
import java.nio.ByteOrder;
import java.util.Map;

/// The names of element types in `.safetensors`.
final class SafetensorsType {
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

  private SafetensorsType() {}

  /// What a name says, be there an element type for it or not.
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
                    "a .safetensors file has no type %s; write it as raw bytes (--format raw) or as"
                            .formatted(type)
                        + " packed bytes (--format npy)"));
  }
}

package io.cleave.ir;

import java.util.Locale;

/// What a layer does, as far as splits are concerned.
public enum LayerKind {
  /// An input of the model.
  PARAMETER,
  /// Data from the `.bin` file.
  CONSTANT,
  /// OpenVINO's Split-1.
  SPLIT,
  /// OpenVINO's VariadicSplit-1.
  VARIADIC_SPLIT,
  /// An output of the model.
  RESULT,
  /// Anything else.
  OTHER;

  /// Reads a layer's `type`, in any case as OpenVINO does. A type of the same name from outside of
  /// OpenVINO's opsets is another one.
  ///
  /// @param opset the layer's `version`; empty if it has none
  static LayerKind of(String type, String opset) {
    if (!opset.isEmpty() && !opset.startsWith("opset")) {
      return OTHER;
    }
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "parameter" -> PARAMETER;
      case "const", "constant" -> CONSTANT;
      case "split" -> SPLIT;
      case "variadicsplit" -> VARIADIC_SPLIT;
      case "result" -> RESULT;
      default -> OTHER;
    };
  }

  /// Whether the layer is one of the two splits.
  public boolean isSplit() {
    return this == SPLIT || this == VARIADIC_SPLIT;
  }
}

package io.cleave.spark;

import java.util.Locale;

/// A setting of a split, by the name of its method in [TensorSplit].
enum Setting {
  SHAPE,
  TYPE,
  NPY,
  AXIS,
  LENGTHS,
  EQUAL,
  NEARLY_EQUAL,
  CHUNKS_OF,
  AT,
  NAMES,
  TO,
  SCALE,
  BIAS,
  MEAN,
  STD,
  MAX,
  NORMALIZE,
  DEQUANTIZE,
  STACK,
  JOIN,
  DROP,
  ON_ERROR;

  /// The name of the method: `chunksOf`.
  @Override
  public String toString() {
    StringBuilder method = new StringBuilder(name().toLowerCase(Locale.ROOT));
    int at = method.indexOf("_");
    if (at > 0) {
      method.deleteCharAt(at).setCharAt(at, name().charAt(at + 1));
    }
    return method.toString();
  }
}

package io.cleave.bench.peers;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;

/// An element type that OpenVINO's CPU plugin moves as it is.
///
/// The plugin turns 64-bit types into narrower ones and 16-bit ones into what the processor
/// calculates with. As pairs, 16 bits take as long as where it calculates with `bf16`.
///
/// @param type its name in a model
/// @param code its number in the C interface of the version that `docker/setup.sh` installs; older
///   ones count differently
/// @param perElement 1, or 2 where an element is a pair
record OpenVinoType(ElementType type, int code, int perElement) {
  static final OpenVinoType BYTE = new OpenVinoType(ElementType.U8, 16, 1);
  static final OpenVinoType HALF = new OpenVinoType(ElementType.F16, 3, 1);
  static final OpenVinoType FLOAT = new OpenVinoType(ElementType.F32, 4, 1);

  static OpenVinoType of(SplitPlan plan) {
    return switch (plan.data().type().bits()) {
      case 8 -> BYTE;
      case 16 -> BYTE.pair();
      case 32 -> FLOAT;
      default -> FLOAT.pair();
    };
  }

  private OpenVinoType pair() {
    return new OpenVinoType(type, code, 2);
  }

  /// A shape in elements of this type.
  long[] extents(Shape shape) {
    long[] extents = shape.extents();
    if (perElement == 1) {
      return extents;
    }
    long[] pairs = Arrays.copyOf(extents, extents.length + 1);
    pairs[extents.length] = perElement;
    return pairs;
  }
}

package io.cleave.agreement;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.cleave.plan.ElementType;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Optional;

/// Foretells what OpenVINO's plugin for the CPU makes of values that it should only move.
final class PluginValues {
  private static final short HALF_INFINITY = 0x7C00;
  private static final short HALF_MAGNITUDE = 0x7FFF;
  private static final short HALF_QUIET = 0x0200;

  private PluginValues() {}

  /// The difference by which values of a type change, whose elements fill bytes.
  static Optional<Difference> difference(ElementType type) {
    return switch (type) {
      case BOOLEAN -> Optional.of(Difference.BOOLEAN_VALUES);
      case I64, U64, F64 -> Optional.of(Difference.NARROWED);
      case F16 -> Optional.of(Difference.QUIET_NAN);
      default -> Optional.empty();
    };
  }

  /// The bytes of a part as the plugin gives them.
  ///
  /// @param part the right ones
  static byte[] of(ElementType type, byte[] part) {
    byte[] made = part.clone();
    ByteBuffer bytes = ByteBuffer.wrap(made).order(LITTLE_ENDIAN);
    switch (type) {
      case BOOLEAN -> clamp(made);
      case F16 -> quiet(bytes.asShortBuffer());
      case I64, U64 -> narrow(bytes.asLongBuffer());
      case F64 -> narrow(bytes.asDoubleBuffer());
      default -> {}
    }
    return made;
  }

  /// A boolean becomes 0 or 1.
  private static void clamp(byte[] booleans) {
    for (int i = 0; i < booleans.length; i++) {
      booleans[i] = (byte) (booleans[i] == 0 ? 0 : 1);
    }
  }

  /// Signalling NaNs become quiet on the way through f32.
  private static void quiet(ShortBuffer halves) {
    for (int i = 0; i < halves.capacity(); i++) {
      short half = halves.get(i);
      if ((half & HALF_MAGNITUDE) > HALF_INFINITY) {
        halves.put(i, (short) (half | HALF_QUIET));
      }
    }
  }

  /// The lower half is left, and its sign.
  private static void narrow(LongBuffer longs) {
    for (int i = 0; i < longs.capacity(); i++) {
      long upperLost = longs.get(i) << Integer.SIZE;
      longs.put(i, upperLost >> Integer.SIZE);
    }
  }

  /// The nearest f32 is left, and the largest of a number beyond them.
  private static void narrow(DoubleBuffer doubles) {
    for (int i = 0; i < doubles.capacity(); i++) {
      double value = doubles.get(i);
      doubles.put(i, (float) Math.clamp(value, -Float.MAX_VALUE, Float.MAX_VALUE));
    }
  }
}

package io.cleave.ir.weights;

import io.cleave.ir.infer.Integers;
import io.cleave.operation.IntegerInput;
import io.cleave.plan.ElementType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// Reads the integers of constants, of each only once: many splits may share one axis, and every
/// read opens the file.
///
/// Not safe for use by many threads.
public final class ConstantReader {
  private final Weights weights;

  /// By whose constants they are, and not by these: a file may have a million of one hash code.
  private final IdentityHashMap<Object, Reading> readings = new IdentityHashMap<>();

  /// What came of reading a constant.
  ///
  /// @param values its integers; null if it has none that can be used
  /// @param problem what is wrong with them then
  private record Reading(@Nullable IntegerInput values, String problem) {}

  /// A reader that has read nothing yet.
  public ConstantReader(Weights weights) {
    this.weights = weights;
  }

  /// The integers of a constant.
  ///
  /// @param owner the layer whose constant it is: for the same one, it is read once
  /// @param type the type of its elements
  /// @throws IllegalArgumentException if it is none of integers, or a value is too large
  /// @throws IOException if the system fails to read them
  public IntegerInput integers(Object owner, Constant constant, ElementType type)
      throws IOException {
    Reading reading = readings.get(owner);
    if (reading == null) {
      reading = read(constant, type);
      readings.put(owner, reading);
    }
    if (reading.values() == null) {
      throw new IllegalArgumentException(reading.problem());
    }
    return reading.values();
  }

  private Reading read(Constant constant, ElementType type) throws IOException {
    byte[] bytes = weights.read(constant, type);
    try {
      return new Reading(Integers.read(type, constant.shape(), MemorySegment.ofArray(bytes)), "");
    } catch (IllegalArgumentException e) {
      return new Reading(null, String.valueOf(e.getMessage()));
    }
  }
}

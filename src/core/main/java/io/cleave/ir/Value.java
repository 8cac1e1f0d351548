package io.cleave.ir;

import io.cleave.Tensor;
import io.cleave.ir.infer.Integers;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidentTensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A tensor while a model runs: on the host, on the device, or on both. It is closed when the last
/// layer that uses it is done. Not safe for use by many threads.
final class Value implements AutoCloseable {
  private final ElementType type;
  private final Shape shape;
  private final @Nullable Tensor host;
  private @Nullable ResidentTensor resident;
  private int uses;

  private Value(
      ElementType type,
      Shape shape,
      @Nullable Tensor host,
      @Nullable ResidentTensor resident,
      int uses) {
    this.type = type;
    this.shape = shape;
    this.host = host;
    this.resident = resident;
    this.uses = uses;
  }

  /// @param uses how many inputs it feeds
  static Value onHost(Tensor tensor, int uses) {
    return new Value(tensor.type(), tensor.shape(), tensor, null, uses);
  }

  /// @param uses how many inputs it feeds
  static Value onDevice(ElementType type, Shape shape, ResidentTensor tensor, int uses) {
    return new Value(type, shape, null, tensor, uses);
  }

  ElementType type() {
    return type;
  }

  Shape shape() {
    return shape;
  }

  /// The tensor on the device, where it is brought once.
  ResidentTensor on(Residence device) {
    ResidentTensor there = resident;
    if (there == null) {
      there = device.place(Objects.requireNonNull(host, "a value is somewhere"));
      resident = there;
    }
    return there;
  }

  /// The tensor on the host.
  ///
  /// @param arena owns the memory if it has to come from the device
  Tensor read(Arena arena) {
    if (host != null) {
      return host;
    }
    Tensor tensor = Tensor.allocate(type, shape, arena);
    Objects.requireNonNull(resident, "a value is somewhere").read(tensor.data());
    return tensor;
  }

  /// Whether its elements are integers, and no more than these.
  boolean holdsIntegers(long most) {
    return type.holdsIndices() && shape.elements() <= most;
  }

  /// Its elements as an axis or as lengths; unknown if they are more than these, or no integers.
  ///
  /// @throws IllegalArgumentException if one is too large
  IntegerInput integers(long most) {
    if (!holdsIntegers(most)) {
      return IntegerInput.unknown(type, PartialShape.of(shape));
    }
    try (Arena arena = Arena.ofShared()) {
      MemorySegment bytes = read(arena).data();
      return Integers.read(type, shape, bytes);
    }
  }

  /// One of those that use it is done.
  void used() {
    if (--uses == 0) {
      close();
    }
  }

  @Override
  public void close() {
    ResidentTensor there = resident;
    resident = null;
    if (there != null) {
      there.close();
    }
  }
}

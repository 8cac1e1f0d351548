package io.cleave.ir.write;

import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import io.cleave.plan.PartialShape;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// What goes into an input of a split that is written: a constant if its bytes are known, or else a
/// parameter.
///
/// @param name the name of its layer
/// @param tensor the name of what a parameter lets in
/// @param bytes as the `.bin` file has them
record SplitFeed(
    String name,
    String tensor,
    ElementType type,
    PartialShape shape,
    Optional<MemorySegment> bytes) {
  static SplitFeed parameter(String name, ElementType type, PartialShape shape) {
    return new SplitFeed(name, name, type, shape, Optional.empty());
  }

  static SplitFeed of(String name, IntegerInput input) {
    return input.isKnown()
        ? parameter(name, input.type(), input.shape()).with(PackedValues.of(input))
        : parameter(name, input.type(), input.shape());
  }

  SplitFeed with(byte[] content) {
    var constant = Optional.of(MemorySegment.ofArray(content).asReadOnly());
    return new SplitFeed(name, tensor, type, shape, constant);
  }

  /// How many bytes of the `.bin` file it takes.
  long size() {
    return bytes.map(MemorySegment::byteSize).orElse(0L);
  }

  SplitFeed named(String other) {
    return new SplitFeed(name, other, type, shape, bytes);
  }
}

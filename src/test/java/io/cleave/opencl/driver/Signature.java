package io.cleave.opencl.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Where OpenCL's functions put their status: most return it; those that make something store it
/// where their last argument says, an address in LWJGL and an array in JOCL.
final class Signature {
  private Signature() {}

  /// The status of a call that was made.
  static int status(@Nullable Object result, @Nullable Object[] arguments) {
    if (result instanceof Integer status) {
      return status;
    }
    return switch (arguments[arguments.length - 1]) {
      case int[] status -> status[0];
      case Long address -> at(address).get(ValueLayout.JAVA_INT, 0);
      case null, default -> throw new AssertionError("a function without a status");
    };
  }

  /// What a call that fails returns; its status is stored.
  static @Nullable Object fail(Class<?> returned, @Nullable Object[] arguments, int status) {
    if (returned == int.class) {
      return status;
    }
    switch (arguments[arguments.length - 1]) {
      case int[] stored -> stored[0] = status;
      case Long address -> at(address).set(ValueLayout.JAVA_INT, 0, status);
      case null, default -> throw new AssertionError("a function without a status");
    }
    return returned == long.class ? 0L : null;
  }

  @SuppressWarnings("restricted")
  private static MemorySegment at(long address) {
    return MemorySegment.ofAddress(address).reinterpret(Integer.BYTES);
  }
}

package io.cleave.opencl.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.nio.LongBuffer;
import org.jocl.NativePointerObject;
import org.jspecify.annotations.Nullable;

/// Where OpenCL's functions put their status: most return it; those that make something store it
/// where their last argument says, an address in LWJGL and an array in JOCL.
final class Signature {
  /// Which argument of `clGetEventInfo` says where the answer goes.
  private static final int ANSWER = 3;

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

  /// A question about an event was answered; now the answer is that its command ended so.
  static void answer(@Nullable Object[] arguments, int status) {
    switch (arguments[ANSWER]) {
      case Long address -> at(address).set(ValueLayout.JAVA_INT, 0, status);
      case NativePointerObject array -> content(array).put(0, Integer.toUnsignedLong(status));
      case null, default -> throw new AssertionError("a question without an answer");
    }
  }

  /// The array that a pointer of JOCL's stands for, which it only tells its native part.
  private static LongBuffer content(NativePointerObject array) {
    try {
      Field buffer = NativePointerObject.class.getDeclaredField("buffer");
      buffer.setAccessible(true);
      return (LongBuffer) buffer.get(array);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("JOCL's pointers are made otherwise", e);
    }
  }

  @SuppressWarnings("restricted")
  private static MemorySegment at(long address) {
    return MemorySegment.ofAddress(address).reinterpret(Integer.BYTES);
  }
}

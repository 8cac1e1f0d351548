package io.cleave.opencl.lwjgl;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Supplier;

/// Turns a status that is not success into an exception. Nothing calls OpenCL without it, but to
/// give back what is left of something that failed already.
final class Check {
  /// A function that makes an object and stores a status.
  @FunctionalInterface
  interface Creation {
    long create(long status);
  }

  private Check() {}

  /// @param detail what was asked for, on which device
  static void status(String call, int status, Supplier<String> detail) {
    if (status != ClStatus.SUCCESS) {
      throw new OpenClException(call, status, detail.get());
    }
  }

  /// The handle of what was made.
  static long created(String call, Creation creation, Supplier<String> detail) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(ValueLayout.JAVA_INT);
      long handle = creation.create(status.address());
      status(call, status.get(ValueLayout.JAVA_INT, 0), detail);
      return handle;
    }
  }
}

package io.cleave.soak;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The C library's allocator. That of glibc keeps what was freed, hundreds of megabytes after a day
/// of arenas and compilers, until it is told to give it back.
final class Allocator {
  private static final Optional<MethodHandle> TRIM = find();

  private Allocator() {}

  @SuppressWarnings("restricted")
  private static Optional<MethodHandle> find() {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor type = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
    return linker
        .defaultLookup()
        .find("malloc_trim")
        .map(function -> linker.downcallHandle(function, type));
  }

  /// Has it give back what it can; does nothing where it cannot be told.
  static void trim() {
    if (TRIM.isPresent()) {
      try {
        int _ = (int) TRIM.get().invokeExact(0L);
      } catch (Throwable e) {
        throw new IllegalStateException("malloc_trim throws nothing", e);
      }
    }
  }
}

package io.cleave.soak;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The C library's allocator. That of glibc keeps what was freed, hundreds of megabytes after a day
/// of arenas and compilers, until it is told to give it back.
final class Allocator {
  private static final Optional<MethodHandle> TRIM =
      find("malloc_trim", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));

  /// Ten numbers of bytes and pieces, of all its arenas.
  private static final MemoryLayout INFO = MemoryLayout.sequenceLayout(10, ValueLayout.JAVA_LONG);

  private static final Optional<MethodHandle> TELL =
      find("mallinfo2", FunctionDescriptor.of(MemoryLayout.structLayout(INFO)));

  /// Bytes in pieces that are mapped one by one.
  private static final int MAPPED = 4;

  /// Bytes in all others.
  private static final int TAKEN = 7;

  private Allocator() {}

  @SuppressWarnings("restricted")
  private static Optional<MethodHandle> find(String name, FunctionDescriptor type) {
    Linker linker = Linker.nativeLinker();
    return linker.defaultLookup().find(name).map(function -> linker.downcallHandle(function, type));
  }

  /// The bytes that drivers, and the JVM where it asks it, have taken and not given back; 0 where
  /// it does not tell.
  static long inUse() {
    if (TELL.isEmpty()) {
      return 0;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = (MemorySegment) TELL.get().invokeExact((SegmentAllocator) arena);
      return info.getAtIndex(ValueLayout.JAVA_LONG, MAPPED)
          + info.getAtIndex(ValueLayout.JAVA_LONG, TAKEN);
    } catch (Throwable e) {
      throw new IllegalStateException("mallinfo2 throws nothing", e);
    }
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

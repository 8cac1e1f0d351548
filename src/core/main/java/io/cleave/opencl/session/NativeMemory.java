package io.cleave.opencl.session;

import java.lang.foreign.MemorySegment;

/// Checks of host memory before a driver gets its bare address.
public final class NativeMemory {
  private NativeMemory() {}

  /// Makes sure that a driver can read the memory, and write to it if it is to.
  ///
  /// @throws IllegalArgumentException if it is on the Java heap, another thread's, or read-only
  ///   although it is to be written
  /// @throws IllegalStateException if its arena is closed
  public static void require(MemorySegment segment, boolean writable) {
    if (writable && segment.isReadOnly()) {
      throw new IllegalArgumentException(
          "the device would write to these %s bytes, but they are read-only; give memory that can be written"
              .formatted(segment.byteSize()));
    }
    if (!segment.isNative()) {
      throw new IllegalArgumentException(
          "a device reaches native memory only, these %s bytes are on the Java heap; copy them to a segment of an Arena"
              .formatted(segment.byteSize()));
    }
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException(
          "the arena of these %s bytes is closed; keep it open until the device is done"
              .formatted(segment.byteSize()));
    }
    requireOwn(segment);
  }

  /// Makes sure that this thread can use the memory.
  ///
  /// @throws IllegalArgumentException if it is another thread's
  public static void requireOwn(MemorySegment segment) {
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalArgumentException(
          "these %s bytes belong to the confined arena of another thread; use them there, or use Arena.ofShared()"
              .formatted(segment.byteSize()));
    }
  }
}

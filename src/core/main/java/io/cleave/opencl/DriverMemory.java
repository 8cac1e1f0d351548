package io.cleave.opencl;

import java.lang.foreign.MemorySegment;

/// Which of a caller's memory a driver may get the address of.
///
/// A mapped file may be cut short by others at any time. To Java that is an [InternalError]; native
/// code that touches what is gone takes the process with it. So Java copies what goes to a file or
/// comes from one, as it does with arrays, which have no address.
final class DriverMemory {
  private DriverMemory() {}

  /// Whether it is native, and no file.
  static boolean is(MemorySegment memory) {
    return memory.isNative() && !memory.isMapped();
  }
}

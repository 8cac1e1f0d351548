package io.cleave.limits;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Native memory of Linux, all zeros, of which a page is there as soon as it is written: tensors of
/// many GiB take what little is in them. A sparse file can do the same, but takes milliseconds for
/// each page (ext4: 36 s for 10,000 rows, .1 s so).
///
/// @param memory all of it
@SuppressWarnings("restricted")
record SparseMemory(MemorySegment memory) implements AutoCloseable {
  private static final int READ_AND_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS_AND_NOT_RESERVED = 0x4022;
  private static final int NO_HUGE_PAGES = 15;

  private static final MethodHandle MAP =
      handle(
          "mmap",
          FunctionDescriptor.of(
              ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle ADVISE =
      handle("madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle UNMAP =
      handle("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));

  static SparseMemory allocate(long bytes) {
    try {
      MemorySegment mapped =
          (MemorySegment)
              MAP.invokeExact(
                  MemorySegment.NULL,
                  bytes,
                  READ_AND_WRITE,
                  PRIVATE_ANONYMOUS_AND_NOT_RESERVED,
                  -1,
                  0L);
      require(mapped.address() != -1);
      MemorySegment whole = mapped.reinterpret(bytes);
      // A system without huge pages refuses what it does not know.
      int _ = (int) ADVISE.invokeExact(whole, bytes, NO_HUGE_PAGES);
      return new SparseMemory(whole);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    try {
      require((int) UNMAP.invokeExact(memory, memory.byteSize()) == 0);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void require(boolean done) {
    if (!done) {
      throw new AssertionError("the system refused");
    }
  }

  private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), descriptor);
  }
}

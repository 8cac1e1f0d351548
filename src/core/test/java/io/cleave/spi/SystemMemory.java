package io.cleave.spi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Pages of Linux: many GiB of which only what is written takes memory, or memory behind which
/// there is none.
///
/// @param memory the bytes that were asked for
/// @param whole the pages
@SuppressWarnings("restricted")
public record SystemMemory(MemorySegment memory, MemorySegment whole) implements AutoCloseable {
  private static final long PAGE = 65_536;
  private static final int READ_AND_WRITE = 3;
  private static final int NOTHING = 0;
  private static final int PRIVATE_ANONYMOUS_AND_NOT_RESERVED = 0x4022;
  private static final int NO_HUGE_PAGES = 15;

  private static final MethodHandle MAP =
      handle(
          "mmap",
          FunctionDescriptor.of(
              ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle ADVISE =
      handle("madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle PROTECT =
      handle("mprotect", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle UNMAP =
      handle("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));

  private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), descriptor);
  }

  /// Zeros, of which a page takes memory as soon as it is written. A sparse file takes milliseconds
  /// for each page (ext4: 36 s for 10,000 rows, 0.1 s so).
  public static SystemMemory sparse(long bytes) {
    try {
      MemorySegment whole = map(bytes);
      // A system without huge pages refuses this.
      int _ = (int) ADVISE.invokeExact(whole, bytes, NO_HUGE_PAGES);
      return new SystemMemory(whole, whole);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// Memory that ends with the last page: reading a byte too many ends the process.
  public static SystemMemory beforeCliff(long bytes) {
    long pages = Math.ceilDiv(bytes, PAGE) * PAGE;
    try {
      MemorySegment whole = map(pages + PAGE);
      require((int) PROTECT.invokeExact(whole.asSlice(pages), PAGE, NOTHING) == 0);
      return new SystemMemory(whole.asSlice(pages - bytes, bytes), whole);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static MemorySegment map(long bytes) throws Throwable {
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
    return mapped.reinterpret(bytes);
  }

  @Override
  public void close() {
    try {
      require((int) UNMAP.invokeExact(whole, whole.byteSize()) == 0);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void require(boolean done) {
    if (!done) {
      throw new AssertionError("the system refused");
    }
  }
}

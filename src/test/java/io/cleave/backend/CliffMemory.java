package io.cleave.backend;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Memory of Linux behind which there is none: whoever reads a byte too many ends the process.
///
/// @param memory ends with the last page
/// @param whole the pages
@SuppressWarnings("restricted")
public record CliffMemory(MemorySegment memory, MemorySegment whole) implements AutoCloseable {
  private static final long PAGE = 65_536;
  private static final int READ_AND_WRITE = 3;
  private static final int NOTHING = 0;
  private static final int PRIVATE_AND_ANONYMOUS = 0x22;

  private static final MethodHandle MAP =
      handle(
          "mmap",
          FunctionDescriptor.of(
              ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle PROTECT =
      handle("mprotect", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle UNMAP =
      handle("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));

  /// So many bytes.
  public static CliffMemory allocate(long bytes) throws Throwable {
    long pages = Math.ceilDiv(bytes, PAGE) * PAGE;
    MemorySegment mapped =
        (MemorySegment)
            MAP.invokeExact(
                MemorySegment.NULL, pages + PAGE, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, -1, 0L);
    MemorySegment whole = mapped.reinterpret(pages + PAGE);
    require((int) PROTECT.invokeExact(whole.asSlice(pages), PAGE, NOTHING));
    return new CliffMemory(whole.asSlice(pages - bytes, bytes), whole);
  }

  @Override
  public void close() {
    try {
      require((int) UNMAP.invokeExact(whole, whole.byteSize()));
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void require(int status) {
    if (status != 0) {
      throw new AssertionError("the system refused");
    }
  }

  private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), descriptor);
  }
}

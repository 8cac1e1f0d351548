package io.cleave.opencl.lwjgl;

import static org.lwjgl.opencl.CL10.CL_MEM_CONTEXT;
import static org.lwjgl.opencl.CL10.CL_MEM_COPY_HOST_PTR;
import static org.lwjgl.opencl.CL10.CL_MEM_FLAGS;
import static org.lwjgl.opencl.CL10.CL_MEM_HOST_PTR;
import static org.lwjgl.opencl.CL10.CL_MEM_READ_ONLY;
import static org.lwjgl.opencl.CL10.CL_MEM_READ_WRITE;
import static org.lwjgl.opencl.CL10.CL_MEM_SIZE;
import static org.lwjgl.opencl.CL10.CL_MEM_USE_HOST_PTR;
import static org.lwjgl.opencl.CL11.CL_BUFFER_CREATE_TYPE_REGION;
import static org.lwjgl.opencl.CL11.CL_MEM_ASSOCIATED_MEMOBJECT;
import static org.lwjgl.opencl.CL11.CL_MEM_OFFSET;
import static org.lwjgl.system.MemoryUtil.NULL;

import io.cleave.backend.OpenClException;
import io.cleave.backend.Region;
import io.cleave.opencl.session.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;

/// Makes, measures and frees a session's memory.
final class Memory {
  private final LwjglResources resources;
  private final long baseAlignment;

  Memory(LwjglResources resources, long baseAlignment) {
    this.resources = resources;
    this.baseAlignment = Long.highestOneBit(baseAlignment);
  }

  Long allocate(long bytes) {
    long handle =
        resources.created(
            "clCreateBuffer",
            status ->
                CL10.nclCreateBuffer(resources.context(), CL_MEM_READ_WRITE, bytes, NULL, status),
            () -> "%s bytes".formatted(bytes));
    return resources.addBuffer(handle);
  }

  Long constant(MemorySegment content) {
    long address = NativeMemory.requireReadable(content).address();
    long flags = CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY;
    long bytes = content.byteSize();
    long handle =
        resources.created(
            "clCreateBuffer",
            status -> CL10.nclCreateBuffer(resources.context(), flags, bytes, address, status),
            () -> "%s constant bytes".formatted(bytes));
    return resources.addBuffer(handle);
  }

  Long adopt(MemorySegment host, boolean writable) {
    MemorySegment checked =
        writable ? NativeMemory.requireWritable(host) : NativeMemory.requireReadable(host);
    long address = checked.address();
    long flags = CL_MEM_USE_HOST_PTR | (writable ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY);
    long bytes = host.byteSize();
    long handle =
        resources.created(
            "clCreateBuffer",
            status -> CL10.nclCreateBuffer(resources.context(), flags, bytes, address, status),
            () -> "%s bytes of host memory".formatted(bytes));
    return resources.addBuffer(handle, host);
  }

  Long slice(long memory, long offset, long bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment region = arena.allocateFrom(ValueLayout.JAVA_LONG, offset, bytes);
      long handle =
          resources.created(
              "clCreateSubBuffer",
              // No flags: it inherits those of its memory.
              status ->
                  CL11.nclCreateSubBuffer(
                      memory, 0, CL_BUFFER_CREATE_TYPE_REGION, region.address(), status),
              () -> "%s bytes at %s of %s".formatted(bytes, offset, describe(memory)));
      return resources.addBuffer(handle);
    }
  }

  /// A slice begins at a multiple of the base alignment, so whether a driver adds its origin to the
  /// address makes no difference here. Up to OpenCL 1.1 there is an address also for memory that is
  /// a copy.
  long alignment(long memory) {
    long address = ask(memory).number(CL_MEM_HOST_PTR);
    return address != NULL && isHosts(root(memory).memory())
        ? Long.lowestOneBit(address | baseAlignment)
        : baseAlignment;
  }

  private boolean isHosts(long memory) {
    return (ask(memory).number(CL_MEM_FLAGS) & CL_MEM_USE_HOST_PTR) != 0;
  }

  Region<Long> root(long memory) {
    Inquiry inquiry = ask(memory);
    long whole = inquiry.number(CL_MEM_ASSOCIATED_MEMOBJECT);
    return whole == NULL ? Region.of(memory) : new Region<>(whole, inquiry.number(CL_MEM_OFFSET));
  }

  long context(long memory) {
    return ask(memory).number(CL_MEM_CONTEXT);
  }

  long size(long memory) {
    return ask(memory).number(CL_MEM_SIZE);
  }

  private Inquiry ask(long memory) {
    return Inquiry.ofMemory(memory).on(resources.deviceName());
  }

  /// For messages: memory that cannot be asked must not hide the failure that is told.
  static String describe(long memory) {
    try {
      return "memory of %s bytes".formatted(Inquiry.ofMemory(memory).number(CL_MEM_SIZE));
    } catch (OpenClException e) {
      return "memory that is no buffer";
    }
  }
}

package io.cleave.opencl.jocl;

import io.cleave.backend.OpenClException;
import io.cleave.backend.Region;
import io.cleave.opencl.session.NativeMemory;
import java.lang.foreign.MemorySegment;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_buffer_region;
import org.jocl.cl_mem;

/// Makes and describes device memory.
final class JoclMemory {
  private final JoclResources resources;
  private final long baseAlignment;

  /// @param baseAlignment in bytes
  JoclMemory(JoclResources resources, long baseAlignment) {
    this.resources = resources;
    this.baseAlignment = Long.highestOneBit(baseAlignment);
  }

  cl_mem allocate(long bytes) {
    return resources.addBuffer(
        resources.create(
            "clCreateBuffer",
            () -> "%s bytes".formatted(bytes),
            status ->
                CL.clCreateBuffer(resources.context(), CL.CL_MEM_READ_WRITE, bytes, null, status)));
  }

  cl_mem constant(MemorySegment content) {
    long flags = CL.CL_MEM_COPY_HOST_PTR | CL.CL_MEM_READ_ONLY;
    long bytes = content.byteSize();
    Pointer pointer = JoclTransfers.pointer(NativeMemory.requireReadable(content));
    return resources.addBuffer(
        resources.create(
            "clCreateBuffer",
            () -> "%s constant bytes".formatted(bytes),
            status -> CL.clCreateBuffer(resources.context(), flags, bytes, pointer, status)));
  }

  cl_mem adopt(MemorySegment host, boolean writable) {
    MemorySegment checked =
        writable ? NativeMemory.requireWritable(host) : NativeMemory.requireReadable(host);
    long access = writable ? CL.CL_MEM_READ_WRITE : CL.CL_MEM_READ_ONLY;
    long flags = access | CL.CL_MEM_USE_HOST_PTR;
    long bytes = host.byteSize();
    Pointer pointer = JoclTransfers.pointer(checked);
    return resources.addBuffer(
        resources.create(
            "clCreateBuffer",
            () -> "%s bytes of host memory".formatted(bytes),
            status -> CL.clCreateBuffer(resources.context(), flags, bytes, pointer, status)),
        host);
  }

  cl_mem slice(cl_mem memory, long offset, long bytes) {
    var region = new cl_buffer_region(offset, bytes);
    return resources.addBuffer(
        resources.create(
            "clCreateSubBuffer",
            () -> "%s bytes at %s of %s".formatted(bytes, offset, describe(memory)),
            status ->
                CL.clCreateSubBuffer(memory, 0, CL.CL_BUFFER_CREATE_TYPE_REGION, region, status)));
  }

  Region<cl_mem> root(cl_mem memory) {
    JoclInfo info = ask(memory);
    cl_mem whole = info.handle(CL.CL_MEM_ASSOCIATED_MEMOBJECT, new cl_mem());
    return whole.getNativePointer() == 0
        ? Region.of(memory)
        : new Region<>(whole, info.number(CL.CL_MEM_OFFSET));
  }

  /// The address that the handle of its context stands for.
  long context(cl_mem memory) {
    return ask(memory).number(CL.CL_MEM_CONTEXT);
  }

  long size(cl_mem memory) {
    return ask(memory).number(CL.CL_MEM_SIZE);
  }

  private JoclInfo ask(cl_mem memory) {
    return JoclInfo.of(memory).on(resources.name());
  }

  /// Memory of the driver's own begins at its alignment, and so does a slice of it; memory that is
  /// the host's begins where that does. Up to OpenCL 1.1 there is an address also for memory that
  /// is a copy.
  long alignment(cl_mem memory) {
    long address = ask(memory).number(CL.CL_MEM_HOST_PTR);
    return address != 0 && isHosts(root(memory).memory())
        ? Long.lowestOneBit(address | baseAlignment)
        : baseAlignment;
  }

  private boolean isHosts(cl_mem memory) {
    return (ask(memory).number(CL.CL_MEM_FLAGS) & CL.CL_MEM_USE_HOST_PTR) != 0;
  }

  /// For messages: memory that cannot be asked must not hide the failure that is told.
  static String describe(cl_mem memory) {
    try {
      return "memory of %s bytes".formatted(JoclInfo.of(memory).number(CL.CL_MEM_SIZE));
    } catch (OpenClException e) {
      return "memory that is no buffer";
    }
  }
}

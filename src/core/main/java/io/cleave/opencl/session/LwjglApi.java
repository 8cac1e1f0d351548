package io.cleave.opencl.session;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.lwjgl.system.MemoryUtil.NULL;

import io.cleave.backend.ClStatus;
import io.cleave.backend.Obstacle;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.session.ClSession.Argument;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;
import org.lwjgl.opencl.CL12;

/// OpenCL through LWJGL, whose handles are `long`s.
///
/// Scratch memory comes from a confined arena per call: LWJGL's own stack has 64 KiB a thread, too
/// little for the wait lists of large plans. Addresses and sizes are 64 bits wide, as on every
/// machine that JDK 25 runs on.
public final class LwjglApi implements ClApi<Long, Long> {
  static final String NAME = "lwjgl";

  /// A function that takes a number of handles, or of events to wait for, and two addresses.
  @FunctionalInterface
  private interface Call {
    int with(int count, long first, long second);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public @Nullable Obstacle load() {
    return LwjglLibrary.load();
  }

  @Override
  public long mostBytes() {
    return Long.MAX_VALUE;
  }

  @Override
  public long address(Object handle) {
    return (long) handle;
  }

  @Override
  public int clGetPlatformIDs(List<Object> platforms) {
    return listed(platforms, CL10::nclGetPlatformIDs);
  }

  @Override
  public int clGetDeviceIDs(Object platform, List<Object> devices) {
    return listed(
        devices,
        (room, handles, count) ->
            CL10.nclGetDeviceIDs((long) platform, CL10.CL_DEVICE_TYPE_ALL, room, handles, count));
  }

  /// Asks for the number, then for the handles.
  private static int listed(List<Object> list, Call listing) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_INT);
      int status = listing.with(0, NULL, count.address());
      int size = count.get(JAVA_INT, 0);
      if (status == ClStatus.SUCCESS && size > 0) {
        MemorySegment handles = arena.allocate(JAVA_LONG, size);
        status = listing.with(size, handles.address(), NULL);
        for (int i = 0; i < size && status == ClStatus.SUCCESS; i++) {
          list.add(handles.getAtIndex(JAVA_LONG, i));
        }
      }
      return status;
    }
  }

  @Override
  public int clGetInfo(Info info, Object object, int name, byte @Nullable [] value, long[] size) {
    long handle = (long) object;
    return asked(
        value,
        size,
        (bytes, to, needed) ->
            switch (info) {
              case PLATFORM -> CL10.nclGetPlatformInfo(handle, name, bytes, to, needed);
              case DEVICE -> CL10.nclGetDeviceInfo(handle, name, bytes, to, needed);
              case QUEUE -> CL10.nclGetCommandQueueInfo(handle, name, bytes, to, needed);
              case MEMORY -> CL10.nclGetMemObjectInfo(handle, name, bytes, to, needed);
              case KERNEL -> CL10.nclGetKernelInfo(handle, name, bytes, to, needed);
              case EVENT -> CL10.nclGetEventInfo(handle, name, bytes, to, needed);
              case PROFILE -> CL10.nclGetEventProfilingInfo(handle, name, bytes, to, needed);
            });
  }

  @Override
  public Object clGetInfo(Info info, Object object, int name, int[] status) {
    byte[] value = new byte[Long.BYTES];
    status[0] = clGetInfo(info, object, name, value, new long[1]);
    return MemorySegment.ofArray(value).get(JAVA_LONG.withByteAlignment(1), 0);
  }

  @Override
  public int clGetProgramBuildInfo(
      Object program, Object device, int name, byte @Nullable [] value, long[] size) {
    return asked(
        value,
        size,
        (bytes, to, needed) ->
            CL10.nclGetProgramBuildInfo((long) program, (long) device, name, bytes, to, needed));
  }

  private static int asked(byte @Nullable [] value, long[] size, Call question) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment needed = arena.allocate(JAVA_LONG);
      int bytes = value == null ? 0 : value.length;
      MemorySegment answer = value == null ? MemorySegment.NULL : arena.allocate(bytes, Long.BYTES);
      int status = question.with(bytes, answer.address(), needed.address());
      size[0] = needed.get(JAVA_LONG, 0);
      if (value != null) {
        MemorySegment.copy(answer, JAVA_BYTE, 0, value, 0, bytes);
      }
      return status;
    }
  }

  @Override
  public Object clCreateContext(Object platform, Object device, int[] status) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment properties =
          arena.allocateFrom(JAVA_LONG, CL10.CL_CONTEXT_PLATFORM, (long) platform, 0);
      MemorySegment devices = arena.allocateFrom(JAVA_LONG, (long) device);
      return created(
          status,
          code ->
              CL10.nclCreateContext(properties.address(), 1, devices.address(), NULL, NULL, code));
    }
  }

  private static Long created(int[] status, LongUnaryOperator function) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment code = arena.allocate(JAVA_INT);
      long made = function.applyAsLong(code.address());
      status[0] = code.get(JAVA_INT, 0);
      return made;
    }
  }

  @Override
  public int clRetainContext(Object context) {
    return CL10.clRetainContext((long) context);
  }

  @Override
  public int clReleaseContext(Object context) {
    return CL10.clReleaseContext((long) context);
  }

  @Override
  public Object clCreateCommandQueue(Object context, Object device, long properties, int[] status) {
    return created(
        status,
        code -> CL10.nclCreateCommandQueue((long) context, (long) device, properties, code));
  }

  @Override
  public int clRetainCommandQueue(Object queue) {
    return CL10.clRetainCommandQueue((long) queue);
  }

  @Override
  public int clReleaseCommandQueue(Object queue) {
    return CL10.clReleaseCommandQueue((long) queue);
  }

  @Override
  public Long clCreateBuffer(
      Object context, long flags, long bytes, MemorySegment host, int[] status) {
    return created(
        status, code -> CL10.nclCreateBuffer((long) context, flags, bytes, host.address(), code));
  }

  @Override
  public Long clCreateSubBuffer(Long memory, long at, long bytes, int[] status) {
    try (Arena arena = Arena.ofConfined()) {
      long region = arena.allocateFrom(JAVA_LONG, at, bytes).address();
      // No flags: it inherits those of its memory.
      return created(
          status,
          code ->
              CL11.nclCreateSubBuffer(memory, 0, CL11.CL_BUFFER_CREATE_TYPE_REGION, region, code));
    }
  }

  @Override
  public int clReleaseMemObject(Long memory) {
    return CL10.clReleaseMemObject(memory);
  }

  @Override
  public Object clCreateProgramWithSource(Object context, String source, int[] status) {
    try (Arena arena = Arena.ofConfined()) {
      long texts = arena.allocateFrom(ADDRESS, arena.allocateFrom(source)).address();
      return created(
          status, code -> CL10.nclCreateProgramWithSource((long) context, 1, texts, NULL, code));
    }
  }

  @Override
  public int clBuildProgram(Object program, Object device, String options) {
    try (Arena arena = Arena.ofConfined()) {
      long devices = arena.allocateFrom(JAVA_LONG, (long) device).address();
      long text = arena.allocateFrom(options).address();
      return CL10.nclBuildProgram((long) program, 1, devices, text, NULL, NULL);
    }
  }

  @Override
  public int clReleaseProgram(Object program) {
    return CL10.clReleaseProgram((long) program);
  }

  @Override
  public Object clCreateKernel(Object program, String name, int[] status) {
    try (Arena arena = Arena.ofConfined()) {
      long text = arena.allocateFrom(name).address();
      return created(status, code -> CL10.nclCreateKernel((long) program, text, code));
    }
  }

  @Override
  public int clSetKernelArg(Object kernel, int index, Argument<Long> value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stored =
          switch (value) {
            case Argument.Memory<Long>(Long memory) ->
                arena.allocateFrom(JAVA_LONG, memory == null ? NULL : memory);
            case Argument.Int64<Long>(long number) -> arena.allocateFrom(JAVA_LONG, number);
            case Argument.Int32<Long>(int number) -> arena.allocateFrom(JAVA_INT, number);
          };
      return CL10.nclSetKernelArg((long) kernel, index, stored.byteSize(), stored.address());
    }
  }

  @Override
  public int clReleaseKernel(Object kernel) {
    return CL10.clReleaseKernel((long) kernel);
  }

  @Override
  public Long clEnqueueNDRangeKernel(
      Object queue, Object kernel, Grid grid, List<? extends Long> after, int[] status) {
    try (Arena arena = Arena.ofConfined()) {
      long global = arena.allocateFrom(JAVA_LONG, grid.globalX(), grid.globalY()).address();
      long local = arena.allocateFrom(JAVA_LONG, grid.localX(), grid.localY()).address();
      return queued(
          after,
          status,
          (waits, list, event) ->
              CL10.nclEnqueueNDRangeKernel(
                  (long) queue, (long) kernel, 2, NULL, global, local, waits, list, event));
    }
  }

  @Override
  public Long clEnqueueCopyBuffer(
      Object queue,
      Long from,
      Long to,
      long fromAt,
      long toAt,
      long bytes,
      List<? extends Long> after,
      int[] status) {
    return queued(
        after,
        status,
        (waits, list, event) ->
            CL10.nclEnqueueCopyBuffer(
                (long) queue, from, to, fromAt, toAt, bytes, waits, list, event));
  }

  @Override
  public Long clEnqueueWriteBuffer(
      Object queue,
      Long to,
      long at,
      MemorySegment from,
      List<? extends Long> after,
      int[] status) {
    return queued(
        after,
        status,
        (waits, list, event) ->
            CL10.nclEnqueueWriteBuffer(
                (long) queue,
                to,
                CL10.CL_FALSE,
                at,
                from.byteSize(),
                from.address(),
                waits,
                list,
                event));
  }

  @Override
  public Long clEnqueueReadBuffer(
      Object queue,
      Long from,
      long at,
      MemorySegment to,
      List<? extends Long> after,
      int[] status) {
    return queued(
        after,
        status,
        (waits, list, event) ->
            CL10.nclEnqueueReadBuffer(
                (long) queue,
                from,
                CL10.CL_FALSE,
                at,
                to.byteSize(),
                to.address(),
                waits,
                list,
                event));
  }

  @Override
  public Long clEnqueueMapBuffer(
      Object queue,
      Long memory,
      long at,
      long bytes,
      List<? extends Long> after,
      Object[] mapping,
      int[] status) {
    return queued(
        after,
        status,
        (waits, list, event) -> {
          mapping[0] =
              created(
                  status,
                  code ->
                      CL10.nclEnqueueMapBuffer(
                          (long) queue,
                          memory,
                          CL10.CL_FALSE,
                          CL10.CL_MAP_READ,
                          at,
                          bytes,
                          waits,
                          list,
                          event,
                          code));
          return status[0];
        });
  }

  @Override
  public Long clEnqueueUnmapMemObject(
      Object queue, Long memory, Object mapping, List<? extends Long> after, int[] status) {
    return queued(
        after,
        status,
        (waits, list, event) ->
            CL10.nclEnqueueUnmapMemObject(
                (long) queue, memory, (long) mapping, waits, list, event));
  }

  @Override
  public Long clEnqueueMarkerWithWaitList(Object queue, List<? extends Long> after, int[] status) {
    return queued(
        after,
        status,
        (waits, list, event) ->
            CL12.nclEnqueueMarkerWithWaitList((long) queue, waits, list, event));
  }

  /// Passes room for the new event, and the wait list.
  private static Long queued(List<? extends Long> after, int[] status, Call command) {
    try (Arena arena = Arena.ofConfined()) {
      int waits = after.size();
      MemorySegment events = arena.allocate(JAVA_LONG, 1L + waits);
      for (int i = 0; i < waits; i++) {
        events.setAtIndex(JAVA_LONG, 1L + i, after.get(i));
      }
      long list = waits == 0 ? NULL : events.address() + Long.BYTES;
      status[0] = command.with(waits, list, events.address());
      return events.get(JAVA_LONG, 0);
    }
  }

  @Override
  public int clFlush(Object queue) {
    return CL10.clFlush((long) queue);
  }

  @Override
  public int clFinish(Object queue) {
    return CL10.clFinish((long) queue);
  }

  @Override
  public int clWaitForEvents(Long event) {
    try (Arena arena = Arena.ofConfined()) {
      return CL10.nclWaitForEvents(1, arena.allocateFrom(JAVA_LONG, event).address());
    }
  }

  @Override
  public int clReleaseEvent(Long event) {
    return CL10.clReleaseEvent(event);
  }
}

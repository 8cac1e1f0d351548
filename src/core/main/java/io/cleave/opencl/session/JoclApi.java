package io.cleave.opencl.session;

import io.cleave.backend.ClStatus;
import io.cleave.backend.Obstacle;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.session.ClSession.Argument;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jocl.CL;
import org.jocl.CLException;
import org.jocl.NativePointerObject;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_buffer_region;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_context_properties;
import org.jocl.cl_device_id;
import org.jocl.cl_event;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_platform_id;
import org.jocl.cl_program;
import org.jspecify.annotations.Nullable;

/// OpenCL through JOCL, whose handles are objects that only its native code can fill.
///
/// Whether JOCL throws is the user's choice for the whole process (`CL.setExceptionsEnabled`), so a
/// CLException becomes the status that it has. For every transfer and every unmap that does not
/// block, JOCL keeps a daemon thread waiting until it is done.
public final class JoclApi implements ClApi<cl_mem, cl_event> {
  static final String NAME = "jocl";

  /// As much as a ByteBuffer holds, in whole pages.
  private static final long MOST_BYTES = Integer.MAX_VALUE & -4096L;

  /// As OpenCL's header has it. JOCL's constant has all 64 bits, by sign extension, which rusticl
  /// refuses.
  private static final long ALL_TYPES = 0xFFFF_FFFFL;

  /// A function that lists handles.
  @FunctionalInterface
  private interface Listing<T> {
    int list(int room, T @Nullable [] handles, int @Nullable [] count);
  }

  /// A `clEnqueue...` function with everything filled in but the events.
  @FunctionalInterface
  interface Command {
    int enqueue(int waits, cl_event @Nullable [] waitList, cl_event event);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public @Nullable Obstacle load() {
    return JoclLibrary.OBSTACLE;
  }

  @Override
  public long mostBytes() {
    return MOST_BYTES;
  }

  @Override
  public long address(Object handle) {
    return ((NativePointerObject) handle).getNativePointer();
  }

  @Override
  public int clGetPlatformIDs(List<Object> platforms) {
    return listed(platforms, cl_platform_id[]::new, CL::clGetPlatformIDs);
  }

  @Override
  public int clGetDeviceIDs(Object platform, List<Object> devices) {
    return listed(
        devices,
        cl_device_id[]::new,
        (room, handles, count) ->
            CL.clGetDeviceIDs((cl_platform_id) platform, ALL_TYPES, room, handles, count));
  }

  /// Asks for the number, then for the handles.
  private static <T> int listed(List<Object> list, IntFunction<T[]> array, Listing<T> listing) {
    int[] count = new int[1];
    int status = status(() -> listing.list(0, null, count));
    // JOCL leaves garbage in the count of a failure.
    if (status == ClStatus.SUCCESS && count[0] > 0) {
      T[] handles = array.apply(count[0]);
      status = status(() -> listing.list(handles.length, handles, null));
      if (status == ClStatus.SUCCESS) {
        Collections.addAll(list, handles);
      }
    }
    return status;
  }

  private static int status(IntSupplier function) {
    try {
      return function.getAsInt();
    } catch (CLException e) {
      return e.getStatus();
    }
  }

  @Override
  public int clGetInfo(Info info, Object object, int name, byte @Nullable [] value, long[] size) {
    int bytes = value == null ? 0 : value.length;
    return asked(info, object, name, bytes, value == null ? null : Pointer.to(value), size);
  }

  private static int asked(
      Info info,
      Object object,
      int name,
      long bytes,
      @Nullable Pointer to,
      long @Nullable [] size) {
    return status(
        () ->
            switch (info) {
              case PLATFORM -> CL.clGetPlatformInfo((cl_platform_id) object, name, bytes, to, size);
              case DEVICE -> CL.clGetDeviceInfo((cl_device_id) object, name, bytes, to, size);
              case QUEUE ->
                  CL.clGetCommandQueueInfo((cl_command_queue) object, name, bytes, to, size);
              case MEMORY -> CL.clGetMemObjectInfo((cl_mem) object, name, bytes, to, size);
              case KERNEL -> CL.clGetKernelInfo((cl_kernel) object, name, bytes, to, size);
              case EVENT -> CL.clGetEventInfo((cl_event) object, name, bytes, to, size);
              case PROFILE -> CL.clGetEventProfilingInfo((cl_event) object, name, bytes, to, size);
            });
  }

  @Override
  public Object clGetInfo(Info info, Object object, int name, int[] status) {
    NativePointerObject handle =
        switch (info) {
          case DEVICE -> new cl_platform_id();
          case QUEUE -> new cl_device_id();
          default -> new cl_mem();
        };
    status[0] = asked(info, object, name, Sizeof.POINTER, Pointer.to(handle), null);
    return handle;
  }

  @Override
  public int clGetProgramBuildInfo(
      Object program, Object device, int name, byte @Nullable [] value, long[] size) {
    int bytes = value == null ? 0 : value.length;
    Pointer to = value == null ? null : Pointer.to(value);
    return status(
        () ->
            CL.clGetProgramBuildInfo(
                (cl_program) program, (cl_device_id) device, name, bytes, to, size));
  }

  private static <T> @Nullable T created(int[] status, Supplier<@Nullable T> function) {
    try {
      return function.get();
    } catch (CLException e) {
      status[0] = e.getStatus();
      return null;
    }
  }

  @Override
  public @Nullable Object clCreateContext(Object platform, Object device, int[] status) {
    var properties = new cl_context_properties();
    properties.addProperty(CL.CL_CONTEXT_PLATFORM, (cl_platform_id) platform);
    var devices = new cl_device_id[] {(cl_device_id) device};
    return created(status, () -> CL.clCreateContext(properties, 1, devices, null, null, status));
  }

  @Override
  public int clRetainContext(Object context) {
    return status(() -> CL.clRetainContext((cl_context) context));
  }

  @Override
  public int clReleaseContext(Object context) {
    return status(() -> CL.clReleaseContext((cl_context) context));
  }

  /// The call of OpenCL 1: every driver has it, and its successor only those of OpenCL 2 and later.
  @Override
  @SuppressWarnings("deprecation")
  public @Nullable Object clCreateCommandQueue(
      Object context, Object device, long properties, int[] status) {
    return created(
        status,
        () ->
            CL.clCreateCommandQueue(
                (cl_context) context, (cl_device_id) device, properties, status));
  }

  @Override
  public int clRetainCommandQueue(Object queue) {
    return status(() -> CL.clRetainCommandQueue((cl_command_queue) queue));
  }

  @Override
  public int clReleaseCommandQueue(Object queue) {
    return status(() -> CL.clReleaseCommandQueue((cl_command_queue) queue));
  }

  @Override
  public @Nullable cl_mem clCreateBuffer(
      Object context, long flags, long bytes, MemorySegment host, int[] status) {
    Pointer pointer = host.address() == 0 ? null : pointer(host);
    return created(
        status, () -> CL.clCreateBuffer((cl_context) context, flags, bytes, pointer, status));
  }

  /// A pointer to the beginning of host memory, which is all of it that JOCL looks at.
  static Pointer pointer(MemorySegment host) {
    return Pointer.to(host.asSlice(0, Math.min(host.byteSize(), MOST_BYTES)).asByteBuffer());
  }

  @Override
  public @Nullable cl_mem clCreateSubBuffer(cl_mem memory, long at, long bytes, int[] status) {
    var region = new cl_buffer_region(at, bytes);
    return created(
        status,
        () -> CL.clCreateSubBuffer(memory, 0, CL.CL_BUFFER_CREATE_TYPE_REGION, region, status));
  }

  @Override
  public int clReleaseMemObject(cl_mem memory) {
    return status(() -> CL.clReleaseMemObject(memory));
  }

  @Override
  public @Nullable Object clCreateProgramWithSource(Object context, String source, int[] status) {
    var sources = new String[] {source};
    return created(
        status, () -> CL.clCreateProgramWithSource((cl_context) context, 1, sources, null, status));
  }

  @Override
  public int clBuildProgram(Object program, Object device, String options) {
    var devices = new cl_device_id[] {(cl_device_id) device};
    return status(() -> CL.clBuildProgram((cl_program) program, 1, devices, options, null, null));
  }

  @Override
  public int clReleaseProgram(Object program) {
    return status(() -> CL.clReleaseProgram((cl_program) program));
  }

  @Override
  public @Nullable Object clCreateKernel(Object program, String name, int[] status) {
    return created(status, () -> CL.clCreateKernel((cl_program) program, name, status));
  }

  @Override
  public int clSetKernelArg(Object kernel, int index, Argument<cl_mem> value) {
    return status(() -> set((cl_kernel) kernel, index, value));
  }

  private static int set(cl_kernel kernel, int index, Argument<cl_mem> value) {
    return switch (value) {
      case Argument.Memory<cl_mem>(cl_mem memory) ->
          CL.clSetKernelArg(
              kernel, index, Sizeof.cl_mem, memory == null ? null : Pointer.to(memory));
      case Argument.Int64<cl_mem>(long number) ->
          CL.clSetKernelArg(kernel, index, Long.BYTES, Pointer.to(new long[] {number}));
      case Argument.Int32<cl_mem>(int number) ->
          CL.clSetKernelArg(kernel, index, Integer.BYTES, Pointer.to(new int[] {number}));
    };
  }

  @Override
  public int clReleaseKernel(Object kernel) {
    return status(() -> CL.clReleaseKernel((cl_kernel) kernel));
  }

  @Override
  public cl_event clEnqueueNDRangeKernel(
      Object queue, Object kernel, Grid grid, List<? extends cl_event> after, int[] status) {
    long[] global = {grid.globalX(), grid.globalY()};
    long[] local = {grid.localX(), grid.localY()};
    return queued(
        after,
        status,
        (waits, list, event) ->
            CL.clEnqueueNDRangeKernel(
                (cl_command_queue) queue,
                (cl_kernel) kernel,
                2,
                null,
                global,
                local,
                waits,
                list,
                event));
  }

  @Override
  public cl_event clEnqueueCopyBuffer(
      Object queue,
      cl_mem from,
      cl_mem to,
      long fromAt,
      long toAt,
      long bytes,
      List<? extends cl_event> after,
      int[] status) {
    return queued(
        after,
        status,
        (waits, list, event) ->
            CL.clEnqueueCopyBuffer(
                (cl_command_queue) queue, from, to, fromAt, toAt, bytes, waits, list, event));
  }

  @Override
  public cl_event clEnqueueWriteBuffer(
      Object queue,
      cl_mem to,
      long at,
      MemorySegment from,
      List<? extends cl_event> after,
      int[] status) {
    Pointer content = pointer(from);
    long bytes = from.byteSize();
    return queued(
        after,
        status,
        (waits, list, event) ->
            CL.clEnqueueWriteBuffer(
                (cl_command_queue) queue, to, false, at, bytes, content, waits, list, event));
  }

  @Override
  public cl_event clEnqueueReadBuffer(
      Object queue,
      cl_mem from,
      long at,
      MemorySegment to,
      List<? extends cl_event> after,
      int[] status) {
    Pointer content = pointer(to);
    long bytes = to.byteSize();
    return queued(
        after,
        status,
        (waits, list, event) ->
            CL.clEnqueueReadBuffer(
                (cl_command_queue) queue, from, false, at, bytes, content, waits, list, event));
  }

  @Override
  public cl_event clEnqueueMapBuffer(
      Object queue,
      cl_mem memory,
      long at,
      long bytes,
      List<? extends cl_event> after,
      Object[] mapping,
      int[] status) {
    return queued(
        after,
        status,
        (waits, list, event) -> {
          mapping[0] =
              CL.clEnqueueMapBuffer(
                  (cl_command_queue) queue,
                  memory,
                  false,
                  CL.CL_MAP_READ,
                  at,
                  bytes,
                  waits,
                  list,
                  event,
                  status);
          return status[0];
        });
  }

  @Override
  public cl_event clEnqueueUnmapMemObject(
      Object queue, cl_mem memory, Object mapping, List<? extends cl_event> after, int[] status) {
    return queued(
        after,
        status,
        (waits, list, event) ->
            CL.clEnqueueUnmapMemObject(
                (cl_command_queue) queue, memory, (ByteBuffer) mapping, waits, list, event));
  }

  @Override
  public cl_event clEnqueueMarkerWithWaitList(
      Object queue, List<? extends cl_event> after, int[] status) {
    return queued(
        after,
        status,
        (waits, list, event) ->
            CL.clEnqueueMarkerWithWaitList((cl_command_queue) queue, waits, list, event));
  }

  /// JOCL queues a transfer first, and then starts a thread that waits for it: where that fails,
  /// the command runs all the same, and its event is given back here.
  static cl_event queued(List<? extends cl_event> after, int[] status, Command command) {
    cl_event[] waitList = after.isEmpty() ? null : after.toArray(cl_event[]::new);
    var event = new cl_event();
    try {
      status[0] = command.enqueue(waitList == null ? 0 : waitList.length, waitList, event);
    } catch (CLException e) {
      status[0] = e.getStatus();
    } catch (RuntimeException | Error e) {
      if (event.getNativePointer() != 0) {
        Failures.suppressed(e, () -> CL.clReleaseEvent(event));
      }
      throw e;
    }
    return event;
  }

  @Override
  public int clFlush(Object queue) {
    return status(() -> CL.clFlush((cl_command_queue) queue));
  }

  @Override
  public int clFinish(Object queue) {
    return status(() -> CL.clFinish((cl_command_queue) queue));
  }

  @Override
  public int clWaitForEvents(cl_event event) {
    return status(() -> CL.clWaitForEvents(1, new cl_event[] {event}));
  }

  @Override
  public int clReleaseEvent(cl_event event) {
    return status(() -> CL.clReleaseEvent(event));
  }
}

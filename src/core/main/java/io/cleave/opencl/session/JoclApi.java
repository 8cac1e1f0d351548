package io.cleave.opencl.session;

import io.cleave.opencl.Region;
import io.cleave.opencl.route.Grid;
import io.cleave.spi.Failures;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.jocl.CL;
import org.jocl.CLException;
import org.jocl.LibUtils;
import org.jocl.NativePointerObject;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_device_id;
import org.jocl.cl_event;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_platform_id;
import org.jocl.cl_program;
import org.jspecify.annotations.Nullable;

/// OpenCL through JOCL, whose handles are objects that only its native code can fill.
///
/// JOCL throws a CLException or returns a status, as the user has chosen for the whole process
/// (`CL.setExceptionsEnabled`); both become the same exception. For every transfer, JOCL keeps a
/// daemon thread waiting until it is done.
public final class JoclApi implements ClApi<cl_mem, cl_event> {
  /// As much as a ByteBuffer holds, in whole pages.
  private static final long MOST_BYTES = Integer.MAX_VALUE & -4096L;

  /// As OpenCL's header has it. JOCL's constant has all 64 bits, by sign extension, which rusticl
  /// refuses.
  private static final long ALL_TYPES = 0xFFFF_FFFFL;

  /// The reason why JOCL cannot be used, or null. JOCL loads its natives and OpenCL in the static
  /// initialiser of `org.jocl.CL`, and only its first use says why that fails.
  private static final @Nullable Obstacle OBSTACLE = loaded();

  @Override
  public Binding binding() {
    return Binding.JOCL;
  }

  @Override
  public @Nullable Obstacle load() {
    return OBSTACLE;
  }

  private static @Nullable Obstacle loaded() {
    try {
      // JOCL reports a missing library on the standard output.
      if (names().stream().noneMatch(NativeLibraries::canBeLoaded)) {
        return NativeLibraries.noLoader(names());
      }
      String foreign = foreignNatives();
      if (foreign != null) {
        return Binding.JOCL.obstacle(
            foreign,
            "give this user a folder of its own with -Djava.io.tmpdir=FOLDER, or use the other"
                + " binding");
      }
      // Initialises the class.
      CL.stringFor_errorCode(0);
      return null;
    } catch (LinkageError e) {
      return Binding.JOCL.obstacle(
          cause(e),
          "JOCL unpacks its native library to java.io.tmpdir, %s: make that folder writable and"
                  .formatted(System.getProperty("java.io.tmpdir"))
              + " executable, delete a damaged libJOCL there, or use the other binding");
    }
  }

  private static @Nullable String foreignNatives() {
    String name = LibUtils.createLibraryFileName(LibUtils.createPlatformLibraryName("JOCL_2_0_6"));
    URL content = LibUtils.class.getResource("/lib/" + name);
    Path file = Path.of(System.getProperty("java.io.tmpdir"), name);
    return content == null ? null : NativeLibraries.problem(file, content);
  }

  /// The names that JOCL tries, in its order.
  private static List<String> names() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (system.startsWith("mac")) {
      return List.of(
          "/System/Library/Frameworks/OpenCL.framework/Versions/Current/OpenCL", "libOpenCL.dylib");
    }
    return system.startsWith("windows")
        ? List.of("OpenCL.dll")
        : List.of("libOpenCL.so.1", "libOpenCL.so");
  }

  /// The words of the first failure. JOCL packs the stack traces of all its attempts into one
  /// message; the lines that matter name the exceptions, and the last attempt matters most.
  private static String cause(LinkageError error) {
    List<String> lines = Failures.root(error).toString().lines().toList();
    return lines.stream()
        .skip(1)
        .filter(line -> line.startsWith("java."))
        .reduce((_, last) -> last)
        .orElse(lines.getFirst());
  }

  @Override
  public long address(Object handle) {
    return ((NativePointerObject) handle).getNativePointer();
  }

  private static int status(IntSupplier function) {
    try {
      return function.getAsInt();
    } catch (CLException e) {
      return e.getStatus();
    }
  }

  private static void check(String call, IntSupplier function) {
    ClStatus.check(call, status(function));
  }

  private static <T> T created(String call, Function<int[], @Nullable T> function) {
    int[] status = new int[1];
    T made = null;
    try {
      made = function.apply(status);
    } catch (CLException e) {
      status[0] = e.getStatus();
    }
    ClStatus.check(call, status[0]);
    return Objects.requireNonNull(made);
  }

  @Override
  public List<Object> clGetPlatformIDs() {
    return listed("clGetPlatformIDs", cl_platform_id[]::new, CL::clGetPlatformIDs);
  }

  @Override
  public List<Object> clGetDeviceIDs(Object platform) {
    var of = (cl_platform_id) platform;
    return listed(
        "clGetDeviceIDs",
        cl_device_id[]::new,
        (room, handles, count) -> CL.clGetDeviceIDs(of, ALL_TYPES, room, handles, count));
  }

  /// Asks for the number, then for the handles.
  private static <H> List<Object> listed(
      String call, IntFunction<H[]> array, Call<H @Nullable [], int @Nullable []> listing) {
    int[] count = new int[1];
    int status = status(() -> listing.with(0, null, count));
    H[] handles = array.apply(ClStatus.listed(call, status, count[0]));
    if (handles.length > 0) {
      check(call, () -> listing.with(handles.length, handles, null));
    }
    return List.of((Object[]) handles);
  }

  private static long info(Kind kind, Object object, int name, long bytes, @Nullable Pointer to) {
    long[] size = new long[1];
    check(
        kind.info,
        () ->
            switch (kind) {
              case PLATFORM -> CL.clGetPlatformInfo((cl_platform_id) object, name, bytes, to, size);
              case DEVICE -> CL.clGetDeviceInfo((cl_device_id) object, name, bytes, to, size);
              case QUEUE ->
                  CL.clGetCommandQueueInfo((cl_command_queue) object, name, bytes, to, size);
              case MEMORY -> CL.clGetMemObjectInfo((cl_mem) object, name, bytes, to, size);
              case EVENT -> CL.clGetEventInfo((cl_event) object, name, bytes, to, size);
              case BUILD -> {
                Build of = (Build) object;
                yield CL.clGetProgramBuildInfo(
                    (cl_program) of.program(), (cl_device_id) of.device(), name, bytes, to, size);
              }
              default -> CL.clGetEventProfilingInfo((cl_event) object, name, bytes, to, size);
            });
    return size[0];
  }

  @Override
  public void clGetInfo(
      Kind kind, Object object, int name, MemorySegment answer, MemorySegment length) {
    long bytes = answer.byteSize();
    long size = info(kind, object, name, bytes, bytes == 0 ? null : pointer(answer));
    if (length.byteSize() > 0) {
      length.set(ValueLayout.JAVA_LONG, 0, size);
    }
  }

  @Override
  public Object handle(Kind kind, Object object, int name) {
    NativePointerObject handle =
        switch (kind) {
          case DEVICE -> new cl_platform_id();
          case QUEUE -> new cl_device_id();
          default -> new cl_mem();
        };
    info(kind, object, name, Sizeof.POINTER, Pointer.to(handle));
    return handle;
  }

  @Override
  public void clRelease(Kind kind, Object object) {
    check(
        "clRelease" + kind.type,
        () ->
            switch (kind) {
              case CONTEXT -> CL.clReleaseContext((cl_context) object);
              case QUEUE -> CL.clReleaseCommandQueue((cl_command_queue) object);
              case MEMORY -> CL.clReleaseMemObject((cl_mem) object);
              case PROGRAM -> CL.clReleaseProgram((cl_program) object);
              case KERNEL -> CL.clReleaseKernel((cl_kernel) object);
              default -> CL.clReleaseEvent((cl_event) object);
            });
  }

  @Override
  public Object clCreateContext(Object device) {
    var devices = new cl_device_id[] {(cl_device_id) device};
    return created(
        "clCreateContext", status -> CL.clCreateContext(null, 1, devices, null, null, status));
  }

  /// The call of OpenCL 1: every driver has it, and its successor only those of OpenCL 2 and later.
  @Override
  @SuppressWarnings("deprecation")
  public Object clCreateCommandQueue(Object context, Object device, long properties) {
    return created(
        "clCreateCommandQueue",
        status ->
            CL.clCreateCommandQueue(
                (cl_context) context, (cl_device_id) device, properties, status));
  }

  @Override
  public cl_mem clCreateBuffer(Object context, long flags, long bytes, MemorySegment host) {
    Pointer pointer = host.address() == 0 ? null : pointer(host);
    return created(
        "clCreateBuffer",
        status -> CL.clCreateBuffer((cl_context) context, flags, bytes, pointer, status));
  }

  /// A pointer to the beginning of host memory, which is all of it that JOCL looks at.
  static Pointer pointer(MemorySegment host) {
    return Pointer.to(host.asSlice(0, Math.min(host.byteSize(), MOST_BYTES)).asByteBuffer());
  }

  @Override
  public Object clCreateProgramWithSource(Object context, String source) {
    var texts = new String[] {source};
    return created(
        "clCreateProgramWithSource",
        status -> CL.clCreateProgramWithSource((cl_context) context, 1, texts, null, status));
  }

  @Override
  public int clBuildProgram(Object program, Object device, String options) {
    var devices = new cl_device_id[] {(cl_device_id) device};
    return status(() -> CL.clBuildProgram((cl_program) program, 1, devices, options, null, null));
  }

  @Override
  public Object clCreateKernel(Object program, String name) {
    return created(
        "clCreateKernel", status -> CL.clCreateKernel((cl_program) program, name, status));
  }

  @Override
  public void clSetKernelArg(Object kernel, int index, Object value) {
    Pointer pointer =
        value instanceof Long number ? Pointer.to(new long[] {number}) : Pointer.to((cl_mem) value);
    check(
        "clSetKernelArg", () -> CL.clSetKernelArg((cl_kernel) kernel, index, Long.BYTES, pointer));
  }

  @Override
  public void clEnqueueNDRangeKernel(
      Object queue, Object kernel, Grid grid, Events<cl_event> events) {
    var on = (cl_command_queue) queue;
    long[] global = {grid.global()};
    long[] local = {grid.local()};
    queued(
        "clEnqueueNDRangeKernel",
        events,
        (n, list, event) ->
            CL.clEnqueueNDRangeKernel(
                on, (cl_kernel) kernel, 1, null, global, local, n, list, event));
  }

  @Override
  public void clEnqueueCopyBuffer(
      Object queue, Region<cl_mem> from, Region<cl_mem> to, long bytes, Events<cl_event> events) {
    var on = (cl_command_queue) queue;
    queued(
        "clEnqueueCopyBuffer",
        events,
        (n, list, event) ->
            CL.clEnqueueCopyBuffer(
                on, from.buffer(), to.buffer(), from.offset(), to.offset(), bytes, n, list, event));
  }

  @Override
  public void clEnqueueTransfer(
      Object queue,
      boolean isWrite,
      Region<cl_mem> place,
      MemorySegment host,
      Events<cl_event> events) {
    var on = (cl_command_queue) queue;
    cl_mem memory = place.buffer();
    long at = place.offset();
    long size = host.byteSize();
    Pointer pointer = pointer(host);
    queued(
        isWrite ? "clEnqueueWriteBuffer" : "clEnqueueReadBuffer",
        events,
        (n, list, event) ->
            isWrite
                ? CL.clEnqueueWriteBuffer(on, memory, false, at, size, pointer, n, list, event)
                : CL.clEnqueueReadBuffer(on, memory, false, at, size, pointer, n, list, event));
  }

  @Override
  public void clEnqueueMarkerWithWaitList(Object queue, Events<cl_event> events) {
    var on = (cl_command_queue) queue;
    queued(
        "clEnqueueMarkerWithWaitList",
        events,
        (n, list, event) -> CL.clEnqueueMarkerWithWaitList(on, n, list, event));
  }

  /// JOCL queues a transfer first, and then starts a thread that waits for it: where that fails,
  /// the command runs all the same, and its event is released here.
  private static void queued(
      String call,
      Events<cl_event> events,
      Call<cl_event @Nullable [], @Nullable cl_event> command) {
    List<cl_event> made = events.made();
    cl_event[] list = events.after().isEmpty() ? null : events.after().toArray(cl_event[]::new);
    cl_event event = made == null ? null : new cl_event();
    try {
      check(call, () -> command.with(list == null ? 0 : list.length, list, event));
      if (made != null && event != null) {
        made.add(event);
      }
    } catch (RuntimeException | Error e) {
      if (event != null && event.getNativePointer() != 0) {
        Failures.suppressed(e, () -> CL.clReleaseEvent(event));
      }
      throw e;
    }
  }

  @Override
  public void clFlush(Object queue) {
    check("clFlush", () -> CL.clFlush((cl_command_queue) queue));
  }

  @Override
  public void clFinish(Object queue) {
    check("clFinish", () -> CL.clFinish((cl_command_queue) queue));
  }

  @Override
  public int clWaitForEvents(cl_event event) {
    return status(() -> CL.clWaitForEvents(1, new cl_event[] {event}));
  }
}

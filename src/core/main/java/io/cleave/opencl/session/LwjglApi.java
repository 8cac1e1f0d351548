package io.cleave.opencl.session;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.ByteOrder.nativeOrder;
import static org.lwjgl.system.MemoryUtil.NULL;
import static org.lwjgl.system.MemoryUtil.memAddress;

import io.cleave.opencl.Region;
import io.cleave.opencl.route.Grid;
import io.cleave.spi.Failures;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.lwjgl.opencl.CL;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL12;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.Library;
import org.lwjgl.system.Platform;

/// OpenCL through LWJGL, whose handles are `long`s.
///
/// The OpenCL library is the one that `-Dorg.lwjgl.opencl.libname` names, or the system's.
///
/// Lists come from a confined arena per call: LWJGL's own stack has 64 KiB a thread, too little for
/// the wait lists of large plans. Addresses and sizes are 64 bits wide and numbers little-endian,
/// as on every machine that JDK 25 and LWJGL run on.
public final class LwjglApi implements ClApi<Long, Long> {
  /// The second comes with Debian's development package.
  private static final List<String> LINUX_NAMES = List.of("libOpenCL.so.1", "libOpenCL.so");

  private static final String MEMORY_BACKEND = "org.lwjgl.system.memoryBackend";

  static {
    // LWJGL's own choice is `sun.misc.Unsafe`, of which the JVM warns.
    if (System.getProperty(MEMORY_BACKEND) == null) {
      System.setProperty(MEMORY_BACKEND, "ffm");
    }
  }

  /// Asked before LWJGL sets it to where it unpacks its natives.
  private static final boolean LIBRARY_PATH_GIVEN =
      System.getProperty(Configuration.LIBRARY_PATH.getProperty()) != null;

  /// The reason why LWJGL cannot be used, or null. Asked once: a class whose initialiser failed
  /// says only the first time why.
  private static final @Nullable Obstacle OBSTACLE = loaded();

  @Override
  public Binding binding() {
    return Binding.LWJGL;
  }

  @Override
  public @Nullable Obstacle load() {
    if (OBSTACLE != null) {
      return OBSTACLE;
    }
    try {
      CL.getICD();
      return null;
    } catch (IllegalStateException e) {
      return Binding.LWJGL.obstacle(
          "OpenCL is not initialised",
          "call CL.create() first, as -D%s=true promises"
              .formatted(Configuration.OPENCL_EXPLICIT_INIT.getProperty()));
    }
  }

  private static @Nullable Obstacle loaded() {
    String foreign = foreignNatives();
    if (foreign != null) {
      return Binding.LWJGL.obstacle(
          foreign,
          "give this user a folder of its own with -D%s=FOLDER or -Djava.io.tmpdir=FOLDER"
              .formatted(Configuration.SHARED_LIBRARY_EXTRACT_PATH.getProperty()));
    }
    try {
      Library.initialize();
    } catch (LinkageError | RuntimeException e) {
      String arm = Platform.getArchitecture() == Platform.Architecture.ARM64 ? "-arm64" : "";
      return Binding.LWJGL.obstacle(
          text(e),
          "add org.lwjgl:lwjgl with the classifier natives-%s%s to the class path"
              .formatted(Platform.get().getName().toLowerCase(Locale.ROOT), arm));
    }
    return loadedOpenCl(Configuration.OPENCL_LIBRARY_NAME.get());
  }

  /// Unless the user has said where they are, or are to be unpacked.
  private static @Nullable String foreignNatives() {
    boolean isGiven =
        LIBRARY_PATH_GIVEN
            || Configuration.SHARED_LIBRARY_EXTRACT_PATH.get() != null
            || Configuration.SHARED_LIBRARY_EXTRACT_DIRECTORY.get() != null;
    String name = "lwjgl_" + System.getProperty("user.name");
    return isGiven
        ? null
        : NativeLibraries.problem(Path.of(System.getProperty("java.io.tmpdir"), name), null);
  }

  /// The initialiser of [CL] loads the OpenCL library, under one name only, and prints advice on
  /// the standard error when it fails.
  ///
  /// @param named the library that the user has named
  private static @Nullable Obstacle loadedOpenCl(@Nullable String named) {
    if (named == null && Platform.get() == Platform.LINUX) {
      Optional<String> name = LINUX_NAMES.stream().filter(NativeLibraries::canBeLoaded).findFirst();
      if (name.isEmpty() && !LIBRARY_PATH_GIVEN) {
        return NativeLibraries.noLoader(LINUX_NAMES);
      }
      name.ifPresent(Configuration.OPENCL_LIBRARY_NAME::set);
    }
    try {
      CL.getICD();
    } catch (IllegalStateException _) {
      // The user will initialise it.
    } catch (UnsatisfiedLinkError | ExceptionInInitializerError e) {
      return Binding.LWJGL.obstacle(text(e), install(named));
    } catch (LinkageError e) {
      return Binding.LWJGL.obstacle(
          text(e),
          "add org.lwjgl:lwjgl-opencl of the same version as org.lwjgl:lwjgl to the class path,"
              + " and see that what initialised it before this did not fail");
    }
    return null;
  }

  /// The remedy for an OpenCL library that cannot be loaded.
  ///
  /// @param name the library that the user has named
  private static String install(@Nullable String name) {
    String option = "-D" + Configuration.OPENCL_LIBRARY_NAME.getProperty();
    return name == null
        ? "install OpenCL's loader, ocl-icd-libopencl1 (Debian, Ubuntu) or ocl-icd (Fedora, Arch),"
            + " or"
            + " on Windows the graphics card's driver, or name the library with %s=PATH"
                .formatted(option)
        : "correct %s=%s, or leave it out".formatted(option, name);
  }

  private static String text(Throwable e) {
    Throwable root = Failures.root(e);
    String message = root.getMessage();
    return message == null ? root.toString() : message.replace("(error = null)", "").strip();
  }

  @Override
  public long address(Object handle) {
    return (long) handle;
  }

  @Override
  public List<Object> clGetPlatformIDs() {
    return listed("clGetPlatformIDs", CL10::nclGetPlatformIDs);
  }

  @Override
  public List<Object> clGetDeviceIDs(Object platform) {
    long all = CL10.CL_DEVICE_TYPE_ALL;
    return listed(
        "clGetDeviceIDs",
        (room, handles, count) -> CL10.nclGetDeviceIDs((long) platform, all, room, handles, count));
  }

  /// Asks for the number, then for the handles.
  private static List<Object> listed(String call, Call<Long, Long> listing) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_INT);
      int status = listing.with(0, NULL, count.address());
      int size = ClStatus.listed(call, status, count.get(JAVA_INT, 0));
      if (size == 0) {
        return List.of();
      }
      MemorySegment handles = arena.allocate(JAVA_LONG, size);
      ClStatus.check(call, listing.with(size, handles.address(), NULL));
      return Arrays.stream(handles.toArray(JAVA_LONG)).<Object>mapToObj(each -> each).toList();
    }
  }

  @Override
  public void clGetInfo(
      Kind kind, Object object, int name, MemorySegment answer, MemorySegment length) {
    long bytes = answer.byteSize();
    long to = bytes == 0 ? NULL : answer.address();
    long size = length.address();
    int status =
        switch (kind) {
          case PLATFORM -> CL10.nclGetPlatformInfo((long) object, name, bytes, to, size);
          case DEVICE -> CL10.nclGetDeviceInfo((long) object, name, bytes, to, size);
          case QUEUE -> CL10.nclGetCommandQueueInfo((long) object, name, bytes, to, size);
          case MEMORY -> CL10.nclGetMemObjectInfo((long) object, name, bytes, to, size);
          case EVENT -> CL10.nclGetEventInfo((long) object, name, bytes, to, size);
          case BUILD -> {
            Build of = (Build) object;
            yield CL10.nclGetProgramBuildInfo(
                (long) of.program(), (long) of.device(), name, bytes, to, size);
          }
          default -> CL10.nclGetEventProfilingInfo((long) object, name, bytes, to, size);
        };
    ClStatus.check(kind.info, status);
  }

  @Override
  public Object handle(Kind kind, Object object, int name) {
    return number(kind, object, name);
  }

  @Override
  public void clRelease(Kind kind, Object object) {
    long handle = (long) object;
    int status =
        switch (kind) {
          case CONTEXT -> CL10.clReleaseContext(handle);
          case QUEUE -> CL10.clReleaseCommandQueue(handle);
          case MEMORY -> CL10.clReleaseMemObject(handle);
          case PROGRAM -> CL10.clReleaseProgram(handle);
          case KERNEL -> CL10.clReleaseKernel(handle);
          default -> CL10.clReleaseEvent(handle);
        };
    ClStatus.check("clRelease" + kind.type, status);
  }

  private static Long created(String call, ToLongFunction<IntBuffer> function) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(JAVA_INT);
      long made = function.applyAsLong(status.asByteBuffer().order(nativeOrder()).asIntBuffer());
      ClStatus.check(call, status.get(JAVA_INT, 0));
      return made;
    }
  }

  @Override
  public Object clCreateContext(Object device) {
    return created(
        "clCreateContext", status -> CL10.clCreateContext(null, (long) device, null, NULL, status));
  }

  @Override
  public Object clCreateCommandQueue(Object context, Object device, long properties) {
    return created(
        "clCreateCommandQueue",
        status -> CL10.clCreateCommandQueue((long) context, (long) device, properties, status));
  }

  @Override
  public Long clCreateBuffer(Object context, long flags, long bytes, MemorySegment host) {
    return created(
        "clCreateBuffer",
        status ->
            CL10.nclCreateBuffer((long) context, flags, bytes, host.address(), memAddress(status)));
  }

  @Override
  public Object clCreateProgramWithSource(Object context, String source) {
    return created(
        "clCreateProgramWithSource",
        status -> CL10.clCreateProgramWithSource((long) context, source, status));
  }

  @Override
  public int clBuildProgram(Object program, Object device, String options) {
    return CL10.clBuildProgram((long) program, (long) device, options, null, NULL);
  }

  @Override
  public Object clCreateKernel(Object program, String name) {
    return created("clCreateKernel", status -> CL10.clCreateKernel((long) program, name, status));
  }

  @Override
  public void clSetKernelArg(Object kernel, int index, Object value) {
    ClStatus.check("clSetKernelArg", CL10.clSetKernelArg1l((long) kernel, index, (long) value));
  }

  @Override
  public void clEnqueueNDRangeKernel(Object queue, Object kernel, Grid grid, Events<Long> events) {
    try (Arena arena = Arena.ofConfined()) {
      long global = arena.allocateFrom(JAVA_LONG, grid.global()).address();
      long local = arena.allocateFrom(JAVA_LONG, grid.local()).address();
      queued(
          "clEnqueueNDRangeKernel",
          events,
          (n, list, event) ->
              CL10.nclEnqueueNDRangeKernel(
                  (long) queue, (long) kernel, 1, NULL, global, local, n, list, event));
    }
  }

  @Override
  public void clEnqueueCopyBuffer(
      Object queue, Region<Long> from, Region<Long> to, long bytes, Events<Long> events) {
    long on = (long) queue;
    queued(
        "clEnqueueCopyBuffer",
        events,
        (n, list, event) ->
            CL10.nclEnqueueCopyBuffer(
                on, from.buffer(), to.buffer(), from.offset(), to.offset(), bytes, n, list, event));
  }

  @Override
  public void clEnqueueTransfer(
      Object queue, boolean isWrite, Region<Long> place, MemorySegment host, Events<Long> events) {
    long on = (long) queue;
    long memory = place.buffer();
    long at = place.offset();
    long size = host.byteSize();
    long address = host.address();
    queued(
        isWrite ? "clEnqueueWriteBuffer" : "clEnqueueReadBuffer",
        events,
        (n, list, event) ->
            isWrite
                ? CL10.nclEnqueueWriteBuffer(on, memory, 0, at, size, address, n, list, event)
                : CL10.nclEnqueueReadBuffer(on, memory, 0, at, size, address, n, list, event));
  }

  @Override
  public void clEnqueueMarkerWithWaitList(Object queue, Events<Long> events) {
    queued(
        "clEnqueueMarkerWithWaitList",
        events,
        (n, list, event) -> CL12.nclEnqueueMarkerWithWaitList((long) queue, n, list, event));
  }

  /// Passes the wait list, and room for the new event if there is to be one.
  private static void queued(String call, Events<Long> events, Call<Long, Long> command) {
    List<Long> made = events.made();
    try (Arena arena = Arena.ofConfined()) {
      int waits = events.after().size();
      MemorySegment handles = arena.allocate(JAVA_LONG, 1L + waits);
      for (int i = 0; i < waits; i++) {
        handles.setAtIndex(JAVA_LONG, 1L + i, events.after().get(i));
      }
      long list = waits == 0 ? NULL : handles.address() + Long.BYTES;
      ClStatus.check(call, command.with(waits, list, made == null ? NULL : handles.address()));
      if (made != null) {
        made.add(handles.get(JAVA_LONG, 0));
      }
    }
  }

  @Override
  public void clFlush(Object queue) {
    ClStatus.check("clFlush", CL10.clFlush((long) queue));
  }

  @Override
  public void clFinish(Object queue) {
    ClStatus.check("clFinish", CL10.clFinish((long) queue));
  }

  @Override
  public int clWaitForEvents(Long event) {
    try (Arena arena = Arena.ofConfined()) {
      return CL10.nclWaitForEvents(1, arena.allocateFrom(JAVA_LONG, event).address());
    }
  }
}

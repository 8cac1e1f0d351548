package io.cleave.opencl.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cleave.backend.Obstacle;
import io.cleave.opencl.route.Grid;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;

/// The functions of OpenCL that are called, in C's order of arguments, through a Java library.
///
/// A function returns its status; one that makes something returns that, and stores the status in
/// its last argument. Memory and events have the library's own types, which its users know. All
/// other handles are objects that only the implementation looks into.
///
/// Implementations are stateless and safe for use by many threads.
///
/// @param <M> the library's memory handle
/// @param <E> the library's event handle
public interface ClApi<M, E> {
  /// Kinds of objects that answer questions.
  enum Info {
    PLATFORM("clGetPlatformInfo", "a platform"),
    DEVICE("clGetDeviceInfo", "a device"),
    QUEUE("clGetCommandQueueInfo", "a queue"),
    MEMORY("clGetMemObjectInfo", "memory"),
    KERNEL("clGetKernelInfo", "a kernel"),
    EVENT("clGetEventInfo", "an event"),
    PROFILE("clGetEventProfilingInfo", "an event");

    private final String call;
    private final String object;

    Info(String call, String object) {
      this.call = call;
      this.object = object;
    }
  }

  /// The library's name: `lwjgl` or `jocl`.
  String name();

  /// Loads the library and OpenCL, unless that is done already.
  ///
  /// @return what keeps them from being used, or null
  @Nullable Obstacle load();

  /// The most bytes that one transfer or mapping may have.
  long mostBytes();

  /// The address that a handle stands for; 0 for OpenCL's null.
  long address(Object handle);

  /// Adds all platforms to the list.
  int clGetPlatformIDs(List<Object> platforms);

  /// Adds all devices of a platform to the list.
  int clGetDeviceIDs(Object platform, List<Object> devices);

  /// One of the `clGet...Info` functions.
  ///
  /// @param value gets the answer; null to ask for its size only
  /// @param size gets the bytes of the answer
  int clGetInfo(Info info, Object object, int name, byte @Nullable [] value, long[] size);

  /// The same for an answer that is a handle: of a device's platform, of a queue's device, or of
  /// the buffer that memory is a slice of.
  @Nullable Object clGetInfo(Info info, Object object, int name, int[] status);

  /// The same for a build.
  int clGetProgramBuildInfo(
      Object program, Object device, int name, byte @Nullable [] value, long[] size);

  @Nullable Object clCreateContext(Object platform, Object device, int[] status);

  int clRetainContext(Object context);

  int clReleaseContext(Object context);

  @Nullable Object clCreateCommandQueue(
      Object context, Object device, long properties, int[] status);

  int clRetainCommandQueue(Object queue);

  int clReleaseCommandQueue(Object queue);

  /// @param host the host's memory, or [MemorySegment#NULL]
  @Nullable M clCreateBuffer(
      Object context, long flags, long bytes, MemorySegment host, int[] status);

  @Nullable M clCreateSubBuffer(M memory, long at, long bytes, int[] status);

  int clReleaseMemObject(M memory);

  @Nullable Object clCreateProgramWithSource(Object context, String source, int[] status);

  int clBuildProgram(Object program, Object device, String options);

  int clReleaseProgram(Object program);

  @Nullable Object clCreateKernel(Object program, String name, int[] status);

  int clSetKernelArg(Object kernel, int index, ClSession.Argument<M> value);

  int clReleaseKernel(Object kernel);

  @Nullable E clEnqueueNDRangeKernel(
      Object queue, Object kernel, Grid grid, List<? extends E> after, int[] status);

  @Nullable E clEnqueueCopyBuffer(
      Object queue,
      M from,
      M to,
      long fromAt,
      long toAt,
      long bytes,
      List<? extends E> after,
      int[] status);

  @Nullable E clEnqueueWriteBuffer(
      Object queue, M to, long at, MemorySegment from, List<? extends E> after, int[] status);

  @Nullable E clEnqueueReadBuffer(
      Object queue, M from, long at, MemorySegment to, List<? extends E> after, int[] status);

  /// Maps memory for reading.
  ///
  /// @param mapping gets the mapping
  @Nullable E clEnqueueMapBuffer(
      Object queue,
      M memory,
      long at,
      long bytes,
      List<? extends E> after,
      Object[] mapping,
      int[] status);

  @Nullable E clEnqueueUnmapMemObject(
      Object queue, M memory, Object mapping, List<? extends E> after, int[] status);

  @Nullable E clEnqueueMarkerWithWaitList(Object queue, List<? extends E> after, int[] status);

  int clFlush(Object queue);

  int clFinish(Object queue);

  int clWaitForEvents(E event);

  int clReleaseEvent(E event);

  /// Lists devices. Never throws: what is missing is part of the answer.
  default Discovery discover() {
    return DeviceSearch.run(this);
  }

  /// Opens a session with its own context and queue.
  ///
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  default ClSession<M, E> open(FoundDevice device) {
    return ClSession.open(this, device);
  }

  /// What a function has made.
  ///
  /// @param detail what was asked for
  /// @throws io.cleave.backend.OpenClException if it returned an error
  default <T> T made(String call, Supplier<String> detail, Function<int[], @Nullable T> function) {
    int[] status = new int[1];
    T made = function.apply(status);
    Failures.check(call, status[0], detail);
    return Objects.requireNonNull(made);
  }

  /// The answer to a question about a number, a truth value or an address of 4 or 8 bytes.
  ///
  /// @param where the device the object is on, for messages
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  default long number(Info info, Object object, int name, String where) {
    byte[] value = new byte[Long.BYTES];
    long[] size = new long[1];
    int status = clGetInfo(info, object, name, value, size);
    Failures.check(info.call, status, detail(info, name, where));
    ByteBuffer number = ByteBuffer.wrap(value).order(ByteOrder.nativeOrder());
    return size[0] == Integer.BYTES ? Integer.toUnsignedLong(number.getInt()) : number.getLong();
  }

  /// The answer to a question about a text, stripped.
  ///
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  default String text(Info info, Object object, int name) {
    return text(
        info.call,
        (value, size) -> clGetInfo(info, object, name, value, size),
        detail(info, name, ""));
  }

  /// The answer to a question about a text, stripped.
  static String text(
      String call, ToIntBiFunction<byte @Nullable [], long[]> question, Supplier<String> detail) {
    long[] size = new long[1];
    Failures.check(call, question.applyAsInt(null, size), detail);
    byte[] value = new byte[Math.toIntExact(size[0])];
    if (value.length > 0) {
      Failures.check(call, question.applyAsInt(value, size), detail);
    }
    String text = new String(value, UTF_8);
    int end = text.indexOf('\0');
    return (end < 0 ? text : text.substring(0, end)).strip();
  }

  /// The answer to a question about a handle.
  ///
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  default Object handle(Info info, Object object, int name, String where) {
    return made(
        info.call, detail(info, name, where), status -> clGetInfo(info, object, name, status));
  }

  private static Supplier<String> detail(Info info, int name, String where) {
    return () -> "asking %s%s for 0x%X".formatted(info.object, where, name);
  }
}

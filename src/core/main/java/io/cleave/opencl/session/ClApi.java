package io.cleave.opencl.session;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.cleave.opencl.Region;
import io.cleave.opencl.route.Grid;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The functions of OpenCL that are called, in C's order of arguments, through a Java library.
///
/// Memory and events have the library's own types, which its users know; all other handles are
/// objects that only the implementation looks into. A status that is not success becomes an
/// [io.cleave.OpenClException] that names the function. Stateless, safe for use by many threads.
///
/// @param <M> the library's memory handle
/// @param <E> the library's event handle
public interface ClApi<M, E> {
  /// Kinds of objects, by their names in OpenCL's functions.
  enum Kind {
    PLATFORM("Platform"),
    DEVICE("Device"),
    CONTEXT("Context"),
    QUEUE("CommandQueue"),
    MEMORY("MemObject"),
    PROGRAM("Program"),
    KERNEL("Kernel"),
    EVENT("Event"),
    /// An event, asked for its times.
    PROFILE("EventProfiling"),
    /// A [Build].
    BUILD("ProgramBuild");

    /// The name.
    public final String type;

    /// The function that asks such an object about itself.
    public final String info;

    Kind(String type) {
      this.type = type;
      this.info = "clGet%sInfo".formatted(type);
    }
  }

  /// A program that was built for a device.
  record Build(Object program, Object device) {}

  /// Call of OpenCL with three arguments left open. To list handles: the room in an array, the
  /// array, and where their number goes. To queue a command: the number of events to wait for,
  /// these events, and where the new event goes, if one is wanted.
  @FunctionalInterface
  interface Call<A extends @Nullable Object, B extends @Nullable Object> {
    /// Makes the call, and returns its status.
    int with(int count, A first, B second);
  }

  /// The binding that this library is.
  Binding binding();

  /// Loads the library and OpenCL, unless that is done already.
  ///
  /// @return what keeps them from being used, or null
  @Nullable Obstacle load();

  /// The address that a handle stands for; 0 for OpenCL's null.
  long address(Object handle);

  /// All platforms; none is no error.
  List<Object> clGetPlatformIDs();

  /// All devices of a platform; none is no error.
  List<Object> clGetDeviceIDs(Object platform);

  /// Calls `clGet...Info`.
  ///
  /// @param answer native memory for the answer, or [MemorySegment#NULL]
  /// @param length native memory for the bytes of the answer as a long, or [MemorySegment#NULL]
  void clGetInfo(Kind kind, Object object, int name, MemorySegment answer, MemorySegment length);

  /// The answer to a question about a number, a truth value or an address. All machines that the
  /// libraries run on are little-endian: of 4 bytes, the upper half stays 0.
  default long number(Kind kind, Object object, int name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment answer = arena.allocate(JAVA_LONG);
      clGetInfo(kind, object, name, answer, MemorySegment.NULL);
      return answer.get(JAVA_LONG, 0);
    }
  }

  /// The answer to a question about a text.
  default String text(Kind kind, Object object, int name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment length = arena.allocate(JAVA_LONG);
      clGetInfo(kind, object, name, MemorySegment.NULL, length);
      long bytes = length.get(JAVA_LONG, 0);
      // One byte more, so that it ends even if a driver forgot to end it.
      MemorySegment text = arena.allocate(bytes + 1);
      clGetInfo(kind, object, name, text.asSlice(0, bytes), MemorySegment.NULL);
      return text.getString(0).strip();
    }
  }

  /// The answer to a question about a handle: a device's platform, a queue's device, or the buffer
  /// that memory is a slice of.
  Object handle(Kind kind, Object object, int name);

  void clRelease(Kind kind, Object object);

  Object clCreateContext(Object device);

  Object clCreateCommandQueue(Object context, Object device, long properties);

  /// Makes a buffer.
  ///
  /// @param host the host's memory, or [MemorySegment#NULL]
  M clCreateBuffer(Object context, long flags, long bytes, MemorySegment host);

  Object clCreateProgramWithSource(Object context, String source);

  /// Returns the status instead of throwing.
  int clBuildProgram(Object program, Object device, String options);

  Object clCreateKernel(Object program, String name);

  /// Sets an argument of 8 bytes.
  ///
  /// @param value memory for a pointer, or a Long
  void clSetKernelArg(Object kernel, int index, Object value);

  void clEnqueueNDRangeKernel(Object queue, Object kernel, Grid grid, Events<E> events);

  void clEnqueueCopyBuffer(
      Object queue, Region<M> from, Region<M> to, long bytes, Events<E> events);

  /// Queues `clEnqueueWriteBuffer` or `clEnqueueReadBuffer`, which take the same arguments.
  void clEnqueueTransfer(
      Object queue, boolean isWrite, Region<M> place, MemorySegment host, Events<E> events);

  void clEnqueueMarkerWithWaitList(Object queue, Events<E> events);

  void clFlush(Object queue);

  void clFinish(Object queue);

  /// Returns the status instead of throwing.
  int clWaitForEvents(E event);
}

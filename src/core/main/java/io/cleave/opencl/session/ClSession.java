package io.cleave.opencl.session;

import io.cleave.backend.Region;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A context, a queue and a device, in our words: the one port through which a device is reached.
///
/// Commands are queued and return an event at once; `after` lists events that must come first. The
/// queue may be out of order, so nothing is implied by the order of calls. An event that is
/// returned belongs to the caller, who gives it back with [#release(Object)]. Every failure is an
/// [io.cleave.backend.OpenClException] that names the call and the status.
///
/// Safe for use by many threads. Closing gives back what the session made itself; a context and a
/// queue that were borrowed are left alone.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public interface ClSession<M, E> extends AutoCloseable {
  /// What the device can do.
  DeviceInfo facts();

  /// Whether commands that do not wait for each other may overtake each other.
  boolean isOutOfOrder();

  /// Compiles a kernel. The caller closes it.
  ///
  /// @throws BuildException if the compiler refuses; it carries file, options and log
  ClKernel build(KernelVariant variant);

  /// New device memory, 1 byte or more.
  M allocate(long bytes);

  /// New device memory that the device only reads. The content is copied before this returns, so
  /// that no command has to wait for it.
  ///
  /// @param content native memory, 1 byte or more
  M constant(MemorySegment content);

  /// Device memory that is this host memory, for devices that share it. The segment must be native
  /// and stay alive until the memory is freed.
  ///
  /// @param writable whether the device writes to it
  M adopt(MemorySegment host, boolean writable);

  /// A part of other memory; its origin must be a multiple of the device's base alignment.
  M slice(M memory, long offset, long bytes);

  /// Whether a handle is that of no memory at all, as OpenCL's null is.
  boolean isNull(M memory);

  /// Whether memory is of the session's context. Another's must not reach a command: where it is
  /// another platform's, that ends the process.
  boolean isInContext(M memory);

  /// The same for an event.
  boolean isEventInContext(E event);

  /// The size of memory in bytes.
  long size(M memory);

  /// The largest power of two, at most [DeviceInfo#baseAlignment()], that the memory's first byte
  /// is known to be aligned to: smaller than that only for memory that adopts host memory.
  long alignment(M memory);

  /// The buffer that memory is a slice of, and where it begins in that; the memory itself, from its
  /// beginning, if it is no slice. The same for slices that the session did not make.
  Region<M> root(M memory);

  /// Gives memory back.
  void free(M memory);

  /// Queues a kernel.
  ///
  /// @param arguments in the order of the kernel's parameters
  E launch(ClKernel kernel, List<Argument<M>> arguments, Grid grid, List<? extends E> after);

  /// Queues a copy within the device.
  E copy(M from, long fromAt, M to, long toAt, long bytes, List<? extends E> after);

  /// Queues a transfer to the device. The segment is native and stays untouched until the event.
  E write(MemorySegment from, M to, long toAt, List<? extends E> after);

  /// Queues a transfer from the device. The segment is native and stays untouched until the event.
  E read(M from, long fromAt, MemorySegment to, List<? extends E> after);

  /// Queues what makes device writes to adopted memory visible to the host.
  E publish(M adopted, List<? extends E> after);

  /// Queues nothing, but an event that comes after all of these; after all that was queued before
  /// if there are none.
  E marker(List<? extends E> after);

  /// Hands everything queued to the device.
  void flush();

  /// Waits until an event has come, also where that takes memory and there is none: whoever waits
  /// gives up what the command touches, whatever this throws.
  ///
  /// @param what the command behind the event, for messages
  /// @throws io.cleave.backend.OpenClException also if that command has failed
  void await(E event, String what);

  /// The same for any command.
  default void await(E event) {
    await(event, "a queued command");
  }

  /// Waits until nothing is left of all that was queued, if the queue is the session's own: after
  /// an error, such as that there is no memory left, there may be commands whose events nobody has.
  /// How they end is not told.
  void settle();

  /// The nanoseconds that the command of a finished event took on the device, or -1 if the queue
  /// does not measure.
  long nanoseconds(E event);

  /// Gives an event back.
  void release(E event);

  /// Gives back what the session made. Closing it again does nothing.
  @Override
  void close();

  /// One argument of a kernel.
  ///
  /// @param <M> the binding's memory handle
  sealed interface Argument<M> {
    /// Memory, or a null pointer.
    ///
    /// @param memory the handle
    record Memory<M>(@Nullable M memory) implements Argument<M> {}

    /// A `long`.
    ///
    /// @param value its value
    record Int64<M>(long value) implements Argument<M> {}

    /// An `int`.
    ///
    /// @param value its value
    record Int32<M>(int value) implements Argument<M> {}
  }
}

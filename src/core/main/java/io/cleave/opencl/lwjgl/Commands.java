package io.cleave.opencl.lwjgl;

import static org.lwjgl.opencl.CL10.CL_EVENT_COMMAND_EXECUTION_STATUS;
import static org.lwjgl.opencl.CL10.CL_FALSE;
import static org.lwjgl.opencl.CL10.CL_INVALID_VALUE;
import static org.lwjgl.opencl.CL10.CL_MAP_READ;
import static org.lwjgl.opencl.CL10.CL_PROFILING_COMMAND_END;
import static org.lwjgl.opencl.CL10.CL_PROFILING_COMMAND_START;
import static org.lwjgl.system.MemoryUtil.NULL;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.session.ClSession.Argument;
import io.cleave.opencl.session.Ending;
import io.cleave.opencl.session.Failures;
import io.cleave.opencl.session.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Supplier;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL12;

/// Queues a session's commands and waits for them.
final class Commands {
  private static final int PROFILING_INFO_NOT_AVAILABLE = -7;

  /// A `clEnqueue...` with everything filled in but the events.
  @FunctionalInterface
  private interface Command {
    int enqueue(int waits, long waitList, long event);
  }

  private final LwjglResources resources;

  Commands(LwjglResources resources) {
    this.resources = resources;
  }

  Long launch(
      LwjglKernel kernel, List<Argument<Long>> arguments, Grid grid, List<? extends Long> after) {
    return enqueue(
        "clEnqueueNDRangeKernel",
        after,
        () -> "%s, %s,".formatted(kernel.variant(), grid),
        (waits, list, event) -> kernel.enqueue(arguments, grid, waits, list, event));
  }

  Long copy(long from, long fromAt, long to, long toAt, long bytes, List<? extends Long> after) {
    return enqueue(
        "clEnqueueCopyBuffer",
        after,
        () ->
            "%s bytes at %s of %s to %s of %s"
                .formatted(bytes, fromAt, Memory.describe(from), toAt, Memory.describe(to)),
        (waits, list, event) ->
            CL10.nclEnqueueCopyBuffer(
                resources.queue(), from, to, fromAt, toAt, bytes, waits, list, event));
  }

  Long write(MemorySegment from, long to, long toAt, List<? extends Long> after) {
    long address = NativeMemory.requireReadable(from).address();
    long bytes = from.byteSize();
    return enqueue(
        "clEnqueueWriteBuffer",
        after,
        () -> "%s bytes at %s of %s".formatted(bytes, toAt, Memory.describe(to)),
        (waits, list, event) ->
            CL10.nclEnqueueWriteBuffer(
                resources.queue(), to, CL_FALSE, toAt, bytes, address, waits, list, event));
  }

  Long read(long from, long fromAt, MemorySegment to, List<? extends Long> after) {
    long address = NativeMemory.requireWritable(to).address();
    long bytes = to.byteSize();
    return enqueue(
        "clEnqueueReadBuffer",
        after,
        () -> "%s bytes at %s of %s".formatted(bytes, fromAt, Memory.describe(from)),
        (waits, list, event) ->
            CL10.nclEnqueueReadBuffer(
                resources.queue(), from, CL_FALSE, fromAt, bytes, address, waits, list, event));
  }

  /// Mapping makes the writes visible; unmapping lets the device write again.
  Long publish(long adopted, long bytes, List<? extends Long> after) {
    Supplier<String> detail = () -> Memory.describe(adopted);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(ValueLayout.JAVA_INT);
      MemorySegment address = arena.allocate(ValueLayout.JAVA_LONG);
      Command map =
          (waits, list, event) -> {
            address.set(
                ValueLayout.JAVA_LONG,
                0,
                CL10.nclEnqueueMapBuffer(
                    resources.queue(),
                    adopted,
                    CL_FALSE,
                    CL_MAP_READ,
                    0,
                    bytes,
                    waits,
                    list,
                    event,
                    status.address()));
            return status.get(ValueLayout.JAVA_INT, 0);
          };
      Long mapped = enqueue("clEnqueueMapBuffer", after, detail, map);
      return unmapped(adopted, address.get(ValueLayout.JAVA_LONG, 0), mapped);
    }
  }

  private Long unmapped(long adopted, long mapping, Long mapped) {
    Long unmapped;
    try {
      unmapped =
          enqueue(
              "clEnqueueUnmapMemObject",
              List.of(mapped),
              () -> Memory.describe(adopted),
              (waits, list, event) -> unmap(adopted, mapping, waits, list, event));
    } catch (RuntimeException | Error e) {
      abandon(mapped, e);
      throw e;
    }
    try {
      resources.releaseEvent(mapped);
      return unmapped;
    } catch (RuntimeException | Error e) {
      abandon(unmapped, e);
      throw e;
    }
  }

  /// Rusticl (Mesa 22.3) knows a mapping only when it is done, and refuses to queue its end before.
  private int unmap(long memory, long address, int waits, long mapped, long event) {
    int status =
        CL10.nclEnqueueUnmapMemObject(resources.queue(), memory, address, waits, mapped, event);
    if (status != CL_INVALID_VALUE) {
      return status;
    }
    int waited = CL10.nclWaitForEvents(waits, mapped);
    return waited != ClStatus.SUCCESS
        ? waited
        : CL10.nclEnqueueUnmapMemObject(resources.queue(), memory, address, waits, mapped, event);
  }

  Long marker(List<? extends Long> after) {
    return enqueue(
        "clEnqueueMarkerWithWaitList",
        after,
        () -> "a marker after %s events".formatted(after.size()),
        (waits, list, event) ->
            CL12.nclEnqueueMarkerWithWaitList(resources.queue(), waits, list, event));
  }

  /// Room for the new event, then the wait list.
  private Long enqueue(
      String call, List<? extends Long> after, Supplier<String> detail, Command command) {
    try (Arena arena = Arena.ofConfined()) {
      int waits = after.size();
      MemorySegment events = arena.allocate(ValueLayout.JAVA_LONG, 1L + waits);
      for (int i = 0; i < waits; i++) {
        events.setAtIndex(ValueLayout.JAVA_LONG, 1L + i, after.get(i));
      }
      long list = waits == 0 ? NULL : events.address() + Long.BYTES;
      resources.check(call, command.enqueue(waits, list, events.address()), detail);
      return events.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  void flush() {
    resources.check("clFlush", CL10.clFlush(resources.queue()), () -> "a queue");
  }

  /// Waits for a command, and tells how it ended.
  void await(long event, String what) {
    resources.check("clWaitForEvents", end(event), () -> what);
  }

  /// Waits for a command, and returns how it ended.
  private int end(long event) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment events = arena.allocateFrom(ValueLayout.JAVA_LONG, event);
      return Ending.of(
          () -> CL10.nclWaitForEvents(1, events.address()),
          () -> (int) asked(Inquiry.ofEvent(event)).number(CL_EVENT_COMMAND_EXECUTION_STATUS),
          () -> CL10.clFlush(resources.queue()));
    }
  }

  /// Ends what was begun before a failure, and gives its event back: the caller may free the host's
  /// memory as soon as that is thrown.
  private void abandon(Long event, Throwable failure) {
    Failures.suppressed(failure, () -> resources.await(() -> end(event)));
    Failures.suppressed(failure, () -> resources.releaseEvent(event));
  }

  private Inquiry asked(Inquiry inquiry) {
    return inquiry.on(resources.deviceName());
  }

  long nanoseconds(long event) {
    if (!resources.isProfiling()) {
      return -1;
    }
    try {
      Inquiry profile = asked(Inquiry.ofProfile(event));
      return profile.number(CL_PROFILING_COMMAND_END) - profile.number(CL_PROFILING_COMMAND_START);
    } catch (OpenClException e) {
      if (e.status() == PROFILING_INFO_NOT_AVAILABLE) {
        return -1;
      }
      throw e;
    }
  }
}

package io.cleave.opencl.jocl;

import io.cleave.backend.OpenClException;
import io.cleave.opencl.session.Ending;
import io.cleave.opencl.session.Failures;
import java.util.List;
import java.util.function.Supplier;
import org.jocl.CL;
import org.jocl.CLException;
import org.jocl.cl_command_queue;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.jspecify.annotations.Nullable;

/// Commands of a session's queue. The events that they return belong to the caller.
final class JoclQueue {
  private final JoclResources resources;
  private final long properties;

  /// A `clEnqueue...` function with everything filled in but the queue and the events.
  @FunctionalInterface
  interface Command {
    int enqueue(cl_command_queue queue, int waits, cl_event @Nullable [] waitList, cl_event event);
  }

  JoclQueue(JoclResources resources) {
    this.resources = resources;
    this.properties =
        JoclInfo.of(resources.queue()).on(resources.name()).number(CL.CL_QUEUE_PROPERTIES);
  }

  boolean isOutOfOrder() {
    return (properties & CL.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  }

  /// Queues a command.
  ///
  /// @param detail what is asked for; the device is added
  cl_event enqueue(
      String call, Supplier<String> detail, List<? extends cl_event> after, Command command) {
    cl_event[] waitList = after.isEmpty() ? null : after.toArray(cl_event[]::new);
    int waits = waitList == null ? 0 : waitList.length;
    var event = new cl_event();
    resources.check(call, detail, () -> queued(command, waits, waitList, event));
    return event;
  }

  /// JOCL queues a transfer first, and then starts a thread that waits for it: where that fails,
  /// the command runs all the same, and nobody is given its event.
  private int queued(Command command, int waits, cl_event @Nullable [] waitList, cl_event event) {
    try {
      return command.enqueue(resources.queue(), waits, waitList, event);
    } catch (CLException refused) {
      throw refused;
    } catch (RuntimeException | Error e) {
      if (event.getNativePointer() != 0) {
        abandon(List.of(event), e);
      }
      throw e;
    }
  }

  /// Ends what was begun before a failure, and gives the events back: the caller may free the
  /// host's memory as soon as that is thrown.
  void abandon(List<cl_event> events, Throwable failure) {
    for (cl_event event : events) {
      Failures.suppressed(failure, () -> resources.await(() -> end(event)));
      Failures.suppressed(failure, () -> release(event));
    }
  }

  /// Gives back the events of commands that come before another one, and returns that one's.
  cl_event insteadOf(List<cl_event> earlier, cl_event last) {
    Failures failures = new Failures();
    earlier.forEach(event -> failures.attempt(() -> release(event)));
    try {
      failures.throwFirst();
    } catch (RuntimeException | Error e) {
      abandon(List.of(last), e);
      throw e;
    }
    return last;
  }

  cl_event copy(
      cl_mem from, long fromAt, cl_mem to, long toAt, long bytes, List<? extends cl_event> after) {
    return enqueue(
        "clEnqueueCopyBuffer",
        () ->
            "%s bytes at %s of %s to %s of %s"
                .formatted(bytes, fromAt, JoclMemory.describe(from), toAt, JoclMemory.describe(to)),
        after,
        (queue, waits, waitList, event) ->
            CL.clEnqueueCopyBuffer(queue, from, to, fromAt, toAt, bytes, waits, waitList, event));
  }

  cl_event marker(List<? extends cl_event> after) {
    return enqueue(
        "clEnqueueMarkerWithWaitList",
        () -> "a marker after %s events".formatted(after.size()),
        after,
        CL::clEnqueueMarkerWithWaitList);
  }

  void flush() {
    resources.check("clFlush", () -> "a queue", () -> CL.clFlush(resources.queue()));
  }

  /// Waits for a command, and tells how it ended.
  void await(cl_event event, String what) {
    int end = end(event);
    resources.check("clWaitForEvents", () -> what, () -> end);
  }

  /// Waits for a command, and returns how it ended.
  private int end(cl_event event) {
    JoclInfo info = JoclInfo.of(event).on(resources.name());
    return Ending.of(
        () -> wait(event),
        () -> (int) info.number(CL.CL_EVENT_COMMAND_EXECUTION_STATUS),
        () -> JoclCall.status(() -> CL.clFlush(resources.queue())));
  }

  /// Releases an event that nobody was given.
  void release(cl_event event) {
    resources.releaseEvent(event);
  }

  /// The nanoseconds from start to end, or -1 if they were not measured.
  long nanoseconds(cl_event event) {
    if ((properties & CL.CL_QUEUE_PROFILING_ENABLE) == 0) {
      return -1;
    }
    JoclInfo profile = JoclInfo.ofProfile(event).on(resources.name());
    try {
      return profile.number(CL.CL_PROFILING_COMMAND_END)
          - profile.number(CL.CL_PROFILING_COMMAND_START);
    } catch (OpenClException e) {
      if (e.status() == CL.CL_PROFILING_INFO_NOT_AVAILABLE) {
        return -1;
      }
      throw e;
    }
  }

  /// Waits for a command, and returns what waiting says.
  static int wait(cl_event event) {
    return JoclCall.status(() -> CL.clWaitForEvents(1, new cl_event[] {event}));
  }
}

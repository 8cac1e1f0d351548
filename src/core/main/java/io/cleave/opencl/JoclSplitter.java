package io.cleave.opencl;

import io.cleave.Route;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.JoclApi;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_event;
import org.jocl.cl_mem;

/// Splits data on a device, on the caller's own queue, in the handles of JOCL.
///
/// A call queues commands and returns. It neither waits nor flushes, and from the second call with
/// an equal plan and equal offsets on it compiles, uploads and allocates nothing on the device. It
/// releases nothing of the caller's.
///
/// Commands of an in-order queue follow each other. On an out-of-order queue, use [#submit], and
/// order your commands by events. If a plan moves no bytes and `after` is empty, the event of an
/// out-of-order queue waits for all earlier commands.
///
/// If the driver refuses one of several commands, those before it stay queued and may write to
/// parts later: finish the queue before you use that memory for something else.
///
/// Safe for use by many threads.
public final class JoclSplitter extends BorrowedSplitter<cl_mem, cl_event> {
  private JoclSplitter(cl_context context, cl_command_queue queue, Route route) {
    // A reference to the constructor would be linked before a missing class can be reported.
    super(Binding.JOCL, () -> new JoclApi(), context, queue, route);
  }

  /// A splitter on the caller's context and queue, which stay the caller's. Release them when the
  /// splitter is closed, not before.
  ///
  /// @param queue a queue of that context, in order or out of order
  /// @throws IllegalArgumentException if the queue belongs to another context, or its device cannot
  ///   be used
  /// @throws IllegalStateException if JOCL or the OpenCL library cannot be loaded
  /// @throws io.cleave.OpenClException if the driver refuses
  public static JoclSplitter borrow(cl_context context, cl_command_queue queue) {
    return borrow(context, queue, Route.AUTO);
  }

  /// A splitter on the caller's context and queue that takes one route for every plan.
  public static JoclSplitter borrow(cl_context context, cl_command_queue queue, Route route) {
    return new JoclSplitter(context, queue, route);
  }

  /// Queues a split of whole buffers. Makes no event.
  ///
  /// @param parts a buffer for each part of the plan, in order; any for a part that is empty
  public void enqueue(SplitPlan plan, cl_mem data, cl_mem... parts) {
    enqueue(plan, Region.of(data), Arrays.stream(parts).map(Region::of).toList());
  }

  /// Queues a split of whole buffers or parts of buffers after these events.
  ///
  /// @return an event that completes when all parts are written; the caller releases it
  public cl_event submit(
      SplitPlan plan, Region<cl_mem> data, List<Region<cl_mem>> parts, cl_event... after) {
    return splitter.submit(plan, data, parts, List.of(after));
  }
}

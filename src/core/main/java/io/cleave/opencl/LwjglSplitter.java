package io.cleave.opencl;

import io.cleave.Route;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.stream.LongStream;

/// Splits data on a device, on the caller's own queue, in the handles of LWJGL.
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
public final class LwjglSplitter extends BorrowedSplitter<Long, Long> {
  private LwjglSplitter(long context, long queue, Route route) {
    // A reference to the constructor would be linked before a missing class can be reported.
    super(Binding.LWJGL, () -> new LwjglApi(), context, queue, route);
  }

  /// A splitter on the caller's context and queue, which stay the caller's. Release them when the
  /// splitter is closed, not before.
  ///
  /// @param queue a queue of that context, in order or out of order
  /// @throws IllegalArgumentException if the queue belongs to another context, or its device cannot
  ///   be used
  /// @throws IllegalStateException if LWJGL or the OpenCL library cannot be loaded
  /// @throws io.cleave.OpenClException if the driver refuses
  public static LwjglSplitter borrow(long context, long queue) {
    return borrow(context, queue, Route.AUTO);
  }

  /// A splitter on the caller's context and queue that takes one route for every plan.
  public static LwjglSplitter borrow(long context, long queue, Route route) {
    return new LwjglSplitter(context, queue, route);
  }

  /// Queues a split of whole buffers. Makes no event.
  ///
  /// @param parts a buffer for each part of the plan, in order; any for a part that is empty, even
  ///   0
  public void enqueue(SplitPlan plan, long data, long... parts) {
    enqueue(plan, Region.of(data), LongStream.of(parts).mapToObj(Region::of).toList());
  }

  /// Queues a split of whole buffers or parts of buffers after these events.
  ///
  /// @return an event that completes when all parts are written; the caller releases it
  public long submit(SplitPlan plan, Region<Long> data, List<Region<Long>> parts, long... after) {
    return splitter.submit(plan, data, parts, LongStream.of(after).boxed().toList());
  }
}

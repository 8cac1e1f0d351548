package io.cleave.opencl;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.ClSession;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.function.Supplier;

/// Base of the splitters on the queue of a caller, without the handles of a binding.
abstract class BorrowedSplitter<M, E> implements AutoCloseable {
  final QueueSplitter<M, E> splitter;

  /// @param api makes the binding, where its classes are there
  BorrowedSplitter(
      Binding binding, Supplier<ClApi<M, E>> api, Object context, Object queue, Route route) {
    try {
      splitter = new QueueSplitter<>(ClSession.borrow(api.get(), context, queue), route);
    } catch (LinkageError e) {
      throw new IllegalStateException(binding.absent(e).toString(), e);
    }
  }

  /// The device that the queue belongs to.
  public Device device() {
    return splitter.device();
  }

  /// Queues a split of whole buffers or parts of buffers. Makes no event. Parts in regions of one
  /// buffer share one launch, however many they are, and so do all images of a batch.
  ///
  /// A part that [is contiguous][io.cleave.plan.Part#isContiguous()] needs no split: it is the
  /// region of the data that begins at the part's offset.
  ///
  /// @param parts a region for each part of the plan, in order; any for a part that is empty
  /// @throws IllegalArgumentException if memory is too small for the plan, or overlaps, or is of
  ///   another context
  /// @throws IllegalStateException if this splitter is closed
  public void enqueue(SplitPlan plan, Region<M> data, List<Region<M>> parts) {
    splitter.enqueue(plan, data, parts);
  }

  /// Compiles and uploads now what the first call with this plan would, into whole buffers.
  public void prepare(SplitPlan plan) {
    splitter.prepare(plan);
  }

  /// The launches that a call would queue for whole buffers, and why.
  public String explain(SplitPlan plan) {
    return splitter.explain(plan);
  }

  /// Releases what this splitter made. The context and the queue stay as they are. Idempotent.
  ///
  /// @throws IllegalStateException if a call is under way
  @Override
  public void close() {
    splitter.close();
  }
}

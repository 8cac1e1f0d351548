package io.cleave.opencl;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.OpenCl;
import io.cleave.opencl.session.Place;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the splitters of both bindings share.
abstract class BorrowedSplitter<M, E> implements AutoCloseable {
  final QueueSplitter<M, E> splitter;

  /// @param api makes the binding, where its classes are there
  BorrowedSplitter(
      Binding binding, Supplier<ClApi<M, E>> api, Object context, Object queue, Route route) {
    try {
      splitter = new QueueSplitter<>(ClSession.borrow(api.get(), context, queue), route);
    } catch (LinkageError e) {
      throw new IllegalStateException(OpenCl.absent(binding, e).toString(), e);
    }
  }

  static <M> List<@Nullable Place<M>> places(List<? extends @Nullable Region<M>> parts) {
    List<@Nullable Place<M>> places = new ArrayList<>(parts.size());
    for (Region<M> part : parts) {
      places.add(part == null ? null : part.place());
    }
    return places;
  }

  /// The device that the queue belongs to.
  public Device device() {
    return splitter.device();
  }

  /// Queues a split of whole buffers or parts of buffers. Makes no event. Parts in regions of one
  /// buffer share one launch, however many they are.
  ///
  /// A part that [is contiguous][io.cleave.plan.Part#isContiguous()] needs no split: it is the
  /// region of the data that begins at the part's offset.
  ///
  /// @param parts a region for each part of the plan, in order; null for a part that is not wanted
  ///   or is empty
  /// @throws IllegalArgumentException if memory is too small for the plan, or overlaps, or is of
  ///   another context, or there is memory for a part that the plan does not want
  /// @throws IllegalStateException if this splitter is closed
  public void enqueue(SplitPlan plan, Region<M> data, List<? extends @Nullable Region<M>> parts) {
    splitter.enqueue(plan, data.place(), places(parts));
  }

  /// Queues a split into slices of one tensor: one split for each piece of the data that becomes a
  /// stretch of every slice, such as each image of a batch. Makes no event.
  ///
  /// @param result a place for the whole tensor
  /// @throws IllegalArgumentException if memory is too small for the plan, or overlaps, or such
  ///   pieces are not whole rows and bytes of the data, as where slices are put along an axis
  ///   behind the one that is split, or take more than 65536 launches
  /// @throws IllegalStateException if this splitter is closed
  public void enqueue(StackedPlan plan, Region<M> data, Region<M> result) {
    splitter.enqueue(plan, data.place(), result.place());
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

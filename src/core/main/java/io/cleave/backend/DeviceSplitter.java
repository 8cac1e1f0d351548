package io.cleave.backend;

import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits data on a device, on the caller's own queue, in the handles of a binding.
///
/// A call queues commands and returns. It neither waits nor flushes, and from the second call with
/// an equal plan and equal offsets on it compiles, uploads and allocates nothing on the device. It
/// never releases anything of the caller's. An event that is returned belongs to the caller.
///
/// If the driver refuses one of several commands, those before it stay queued and may write to
/// parts later: finish the queue before you use that memory for something else.
///
/// Commands wait for the events in `after`, and on an in-order queue for all earlier commands. If a
/// plan moves no bytes and `after` is empty, the event of an out-of-order queue waits for all
/// earlier commands, too.
///
/// Memory and events of another context than the queue's are refused with an
/// [IllegalArgumentException], before anything is queued.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public interface DeviceSplitter<M, E> extends AutoCloseable {
  /// The device that the queue belongs to.
  Device device();

  /// Queues a split into the caller's buffers. Parts in regions of one buffer share one launch,
  /// however many they are.
  ///
  /// A part that [is contiguous][io.cleave.plan.Part#isContiguous()] needs no split: it is the
  /// region of the data that begins at the part's offset.
  ///
  /// @param parts a place for each part of the plan, in order; null for a part that is not wanted
  ///   or is empty
  /// @param after events that must come first
  /// @return an event that comes when all parts are written
  /// @throws IllegalArgumentException if memory is too small for the plan, or overlaps, or there is
  ///   memory for a part that the plan does not want
  /// @throws IllegalStateException if this splitter is closed
  E enqueue(
      SplitPlan plan,
      Region<M> data,
      List<? extends @Nullable Region<M>> parts,
      List<? extends E> after);

  /// Queues a split of whole buffers.
  ///
  /// @param parts a buffer for each part of the plan, in order; null for a part that is not wanted
  ///   or is empty
  /// @param after events that must come first
  /// @return an event that comes when all parts are written
  /// @throws IllegalArgumentException if memory is too small for the plan, or overlaps, or there is
  ///   memory for a part that the plan does not want
  /// @throws IllegalStateException if this splitter is closed
  E enqueue(SplitPlan plan, M data, List<? extends @Nullable M> parts, List<? extends E> after);

  /// Queues a split into slices of one tensor: one split for each piece of the data that becomes a
  /// stretch of every slice, such as each image of a batch.
  ///
  /// @param result a place for the whole tensor
  /// @param after events that must come first
  /// @return an event that comes when all slices are written
  /// @throws IllegalArgumentException if memory is too small for the plan, or overlaps, or such
  ///   pieces are not whole rows and bytes of the data, as where slices are put along an axis
  ///   behind the one that is split, or take more than 65536 launches
  /// @throws IllegalStateException if this splitter is closed
  E enqueue(StackedPlan plan, Region<M> data, Region<M> result, List<? extends E> after);

  /// Compiles the kernels and uploads the tables that the first call with this plan would, into
  /// whole buffers.
  void prepare(SplitPlan plan);

  /// The launches that [#enqueue] would queue for whole buffers.
  Route explain(SplitPlan plan);

  /// Releases what this splitter made. The caller's context and queue stay as they are. Idempotent.
  ///
  /// @throws IllegalStateException if a call is under way
  @Override
  void close();
}

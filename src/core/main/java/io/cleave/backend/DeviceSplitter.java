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

  /// Queues a split into the caller's buffers.
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

  /// Queues a split into memory that [#allocate(SplitPlan)] made for an equal plan: one launch for
  /// any number of parts.
  ///
  /// @param after events that must come first
  /// @return an event that comes when all parts are written
  /// @throws IllegalArgumentException if memory is too small for the plan
  /// @throws IllegalStateException if this splitter or the memory is closed
  E enqueue(SplitPlan plan, Region<M> data, DeviceParts<M> parts, List<? extends E> after);

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

  /// Memory for all wanted parts in one allocation, each part aligned as sub-buffers must be. Close
  /// it before this splitter.
  ///
  /// @throws IllegalArgumentException if they do not fit one allocation of the device
  DeviceParts<M> allocate(SplitPlan plan);

  /// The parts as sub-buffers of the data, or of the buffer that the data is a sub-buffer of:
  /// nothing is copied, writing to the one changes the other. Close it before this splitter.
  ///
  /// @throws IllegalArgumentException if a wanted part is not contiguous, or does not begin where
  ///   this device lets a sub-buffer begin
  DeviceParts<M> view(SplitPlan plan, Region<M> data);

  /// Compiles the kernels and uploads the tables that the first call with this plan would, into
  /// whole buffers or into memory that [#allocate(SplitPlan)] makes.
  void prepare(SplitPlan plan);

  /// The launches that [#enqueue] would queue for whole buffers.
  Route explain(SplitPlan plan);

  /// Releases what this splitter made. The caller's context and queue stay as they are. Idempotent.
  ///
  /// @throws IllegalStateException if a call is under way, or memory or views that this made are
  ///   open
  @Override
  void close();
}

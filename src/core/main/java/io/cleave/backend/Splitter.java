package io.cleave.backend;

import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits tensors in host memory, on one device.
///
/// Data and parts are heap arrays, native or mapped memory, at any address; data may be read-only.
/// Each must be exactly as large as the plan says, and no part may overlap the data or another
/// part. A part that is null, or not wanted by the plan, costs nothing. Make lists with nulls by
/// `Arrays.asList`: `List.of` takes none.
///
/// If a mapped file is truncated during a split, the split throws an [InternalError], as all of
/// Java does. Devices do not work in mapped files, since a driver would crash then: Java copies the
/// bytes from and to them.
///
/// Safe for use by many threads. Memory of a confined arena can only be split by the thread that
/// owns the arena. A split returns when all parts are written; after an exception their contents
/// are undefined. Keep every arena open until the call returns: a program that closes a shared
/// arena during a split may crash.
///
/// If a device fails, the split throws an [OpenClException]; the splitter stays open, and the next
/// call may succeed. A split waits for its device and cannot be interrupted; the thread's interrupt
/// status stays set.
public interface Splitter extends AutoCloseable {
  /// The device that does the work.
  Device device();

  /// Splits data into the caller's memory.
  ///
  /// @param parts one segment for each part of the plan, in order; null for a part that is not
  ///   wanted
  /// @throws IllegalArgumentException if a segment does not fit the plan, is not writable, overlaps
  ///   another one, or belongs to another thread
  /// @throws IllegalStateException if this splitter or a segment's arena is closed
  /// @throws OpenClException if the device fails; it no longer uses any of the memory then
  void split(SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts);

  /// Splits data into new memory of the arena.
  ///
  /// @return one tensor for each part of the plan, in order; null for one that the plan does not
  ///   want
  /// @throws IllegalArgumentException if the data does not fit the plan or belongs to another
  ///   thread
  /// @throws IllegalStateException if this splitter or an arena is closed
  /// @throws OutOfMemoryError if there is no memory for a part; parts before it stay the arena's
  List<@Nullable Tensor> split(SplitPlan plan, Tensor data, Arena arena);

  /// Splits data into slices of one tensor, in the caller's memory. A device does this if the
  /// pieces are large and whole rows, otherwise the host.
  ///
  /// @throws IllegalArgumentException if a segment does not fit the plan, is not writable, overlaps
  ///   the other one, or belongs to another thread
  /// @throws IllegalStateException if this splitter or a segment's arena is closed
  void split(StackedPlan plan, MemorySegment data, MemorySegment result);

  /// Splits data into slices of one tensor, in new memory of the arena.
  ///
  /// @throws IllegalArgumentException if the data does not fit the plan or belongs to another
  ///   thread
  /// @throws IllegalStateException if this splitter or an arena is closed
  /// @throws OutOfMemoryError if there is no memory for the result
  Tensor split(StackedPlan plan, Tensor data, Arena arena);

  /// Splits strings into new arrays. The host does this on any device.
  ///
  /// @return one array for each part of the plan, in order; null for one that the plan does not
  ///   want
  /// @throws IllegalArgumentException if the array does not fit the plan
  /// @throws IllegalStateException if this splitter is closed
  List<String @Nullable []> split(SplitPlan plan, String[] data);

  /// The route that a split takes, the reason, and a step for each launch. For a device that shares
  /// memory with the host, that is the route for native, aligned memory.
  ///
  /// @throws IllegalStateException if this splitter is closed; some answer nevertheless
  Route explain(SplitPlan plan);

  /// The route of a split into slices of one tensor.
  default Route explain(StackedPlan plan) {
    return explain(plan.slices());
  }

  /// Releases what this splitter holds. Idempotent.
  ///
  /// @throws IllegalStateException if a split is under way
  @Override
  void close();
}

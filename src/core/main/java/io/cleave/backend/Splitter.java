package io.cleave.backend;

import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries plans out on one device, from host memory to host memory.
///
/// Data and parts may be heap arrays, native or mapped memory, at any address; data may be
/// read-only. Each must be exactly as large as the plan says, no part may overlap the data or
/// another part. A part that is null, or not wanted by the plan, costs nothing. To leave one out,
/// make the list with `Arrays.asList`: `List.of` takes no null.
///
/// A mapped file that is cut short during a split is an [InternalError], as it is to all of Java.
/// No driver of a device works in such a file, which it would not survive: Java copies what goes
/// there and what comes from there.
///
/// Safe for use by many threads. Memory of a confined arena can only be split by the thread that
/// owns the arena. A split returns when all parts are written; after an exception their contents
/// are undefined. Keep arenas open until then: a device knows addresses only, and a program that
/// closes a shared arena under a split may crash.
///
/// A device that fails is an [OpenClException]: the splitter stays open, and the next call may well
/// succeed. A split waits for its device as long as that takes, and is not interrupted: an
/// interrupt is left to the caller.
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
  /// @throws OpenClException if the device fails; it has let go of all memory then
  void split(SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts);

  /// Splits data into new memory of the arena.
  ///
  /// @return one tensor for each part of the plan, in order; null for one that the plan does not
  ///   want
  /// @throws IllegalArgumentException if the data does not fit the plan or belongs to another
  ///   thread
  /// @throws IllegalStateException if this splitter or an arena is closed
  /// @throws OutOfMemoryError if a part's memory is not there; parts before it stay the arena's
  List<@Nullable Tensor> split(SplitPlan plan, Tensor data, Arena arena);

  /// Splits data into slices of one tensor, in the caller's memory. The host does it for a device,
  /// unless the pieces are large and whole rows.
  ///
  /// @throws IllegalArgumentException if a segment does not fit the plan, is not writable, overlaps
  ///   the other one, or belongs to another thread
  /// @throws IllegalStateException if this splitter or a segment's arena is closed
  void split(StackedPlan plan, MemorySegment data, MemorySegment result);

  /// Splits data into slices of one tensor, in new memory of the arena. This is done by the host,
  /// whatever the device.
  ///
  /// @throws IllegalArgumentException if the data does not fit the plan or belongs to another
  ///   thread
  /// @throws IllegalStateException if this splitter or an arena is closed
  /// @throws OutOfMemoryError if the result's memory is not there
  Tensor split(StackedPlan plan, Tensor data, Arena arena);

  /// Splits strings into the caller's arrays. This is done by the host, whatever the device.
  ///
  /// @param parts one array for each part of the plan, in order; null for a part that is not wanted
  /// @throws IllegalArgumentException if an array does not fit the plan, or stands in two places
  /// @throws IllegalStateException if this splitter is closed
  void split(SplitPlan plan, String[] data, List<String @Nullable []> parts);

  /// Splits strings into new arrays. This is done by the host, whatever the device.
  ///
  /// @return one array for each part of the plan, in order; null for one that the plan does not
  ///   want
  /// @throws IllegalArgumentException if the array does not fit the plan
  /// @throws IllegalStateException if this splitter is closed
  List<String @Nullable []> split(SplitPlan plan, String[] data);

  /// The parts as views of the data: no byte is copied, and a view keeps all the data reachable.
  /// Writing to the one changes the other.
  ///
  /// @return one tensor for each part of the plan, in order; null for one that the plan does not
  ///   want
  /// @throws IllegalArgumentException if a wanted part is not contiguous, see
  ///   [SplitPlan#isContiguous()]
  /// @throws IllegalStateException if this splitter is closed
  List<@Nullable Tensor> view(SplitPlan plan, Tensor data);

  /// How this splitter would carry the plan out: the very same decision that a split makes. Of a
  /// device that shares memory with the host, the one for native, aligned memory. It may still
  /// answer when it is closed.
  ///
  /// @throws IllegalStateException if this splitter is closed, and knows no more without what it
  ///   held
  Route explain(SplitPlan plan);

  /// The same for slices of one tensor.
  default Route explain(StackedPlan plan) {
    return explain(plan.slices());
  }

  /// Gives everything back that this splitter holds. Closing it again does nothing.
  ///
  /// @throws IllegalStateException if a split is under way
  @Override
  void close();
}

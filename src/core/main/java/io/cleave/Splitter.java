package io.cleave;

import io.cleave.opencl.session.Binding;
import io.cleave.plan.SplitPlan;
import io.cleave.tune.TunedSplitters;
import io.cleave.tune.TuningFile;
import io.cleave.tune.TuningMode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Splits tensors in host memory. Only Cleave implements it: methods may be added.
///
/// Data and parts are heap arrays, native or mapped memory, at any address; data may be read-only.
/// Each must be exactly as large as the plan says, but for data that is not dense, which may be
/// larger. No part may overlap the data or another part. To leave parts out, use [SplitPlan#only].
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
  /// Opens a splitter by the fastest means of this machine for data in host memory.
  ///
  /// It starts in plain Java, and measures on the calls themselves whether vector loops are faster.
  /// Where large tensors in native memory are split again and again, OpenCL devices that compute in
  /// the host's memory are measured too (PoCL or Intel's, if the JVM's environment is as the page
  /// on devices asks for). A GPU is never chosen: data would cross a bus twice, which takes longer
  /// than the split. With `-Dcleave.tuning=fixed` no device is measured, and only what `cleave
  /// tune` stored is used beside plain Java.
  ///
  /// A device that fails is replaced by plain Java, with one warning.
  static Splitter open() {
    return TunedSplitters.open(TuningMode.usualOr(TuningMode.MEASURE), TuningFile::usual);
  }

  /// Opens a splitter on this device. An OpenCL device is used through LWJGL or else JOCL, unless
  /// `-Dcleave.binding` names one of them, and its routes are measured as in [#open()].
  ///
  /// @throws IllegalArgumentException if there is no such device here
  /// @throws OpenClException if the driver refuses
  static Splitter open(Device device) {
    return open(device, Route.AUTO);
  }

  /// Opens a splitter on this device, by this route. For a plan that the route does not fit,
  /// `split` and `explain` throw an [IllegalArgumentException].
  ///
  /// @throws IllegalArgumentException if there is no such device here, or it is plain Java and the
  ///   route is not [Route#AUTO]
  /// @throws OpenClException if the driver refuses
  static Splitter open(Device device, Route route) {
    return TunedSplitters.open(device, Binding.AUTO, route);
  }

  /// The device that does the work.
  Device device();

  /// Splits data into the caller's memory.
  ///
  /// @param parts one segment for each part of the plan, in order
  /// @throws IllegalArgumentException if a segment does not fit the plan, is not writable, overlaps
  ///   another one, or belongs to another thread
  /// @throws IllegalStateException if this splitter or a segment's arena is closed
  /// @throws OpenClException if the device fails; it no longer uses any of the memory then
  void split(SplitPlan plan, MemorySegment data, List<MemorySegment> parts);

  /// Splits data into the caller's memory, one segment for each part of the plan.
  default void split(SplitPlan plan, MemorySegment data, MemorySegment... parts) {
    split(plan, data, List.of(parts));
  }

  /// Splits data into new memory of the arena, aligned to 64 bytes.
  ///
  /// @return one tensor for each part of the plan, in order
  /// @throws IllegalArgumentException if the data does not fit the plan or belongs to another
  ///   thread
  /// @throws IllegalStateException if this splitter or an arena is closed
  /// @throws WrongThreadException if the arena for the parts belongs to another thread
  /// @throws OutOfMemoryError if there is no memory for a part; parts before it stay the arena's
  List<Tensor> split(SplitPlan plan, MemorySegment data, Arena arena);

  /// Splits strings into new arrays. The host does this on any device.
  ///
  /// @return one array for each part of the plan, in order
  /// @throws IllegalArgumentException if the array does not fit the plan
  /// @throws IllegalStateException if this splitter is closed
  List<String[]> split(SplitPlan plan, String[] data);

  /// The route that `split` takes, the reason, and one line for each launch. For a device that
  /// shares memory with the host, that is the route for native, aligned memory.
  ///
  /// @throws IllegalStateException if this splitter is closed
  String explain(SplitPlan plan);

  /// Releases what this splitter holds. Idempotent.
  ///
  /// @throws IllegalStateException if a split is under way
  @Override
  void close();
}

package io.cleave.backend;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Device memory for all parts of one plan, as sub-buffers that can be used wherever a buffer can.
///
/// Close it when the device has finished with all of the parts. Safe for use by many threads.
///
/// @param <M> the binding's memory handle
public final class DeviceParts<M> implements AutoCloseable {
  private final List<@Nullable M> parts;
  private final List<Long> offsets;
  private final M whole;
  private final Runnable release;
  private final Usage usage = new Usage("the device memory of the parts");

  /// For splitters.
  ///
  /// @param parts a handle for each part; null for one that is empty or not wanted
  /// @param offsets the byte of `whole` at which each part begins
  /// @param whole the buffer that all parts are sub-buffers of
  /// @param release releases the memory
  public DeviceParts(
      List<? extends @Nullable M> parts, List<Long> offsets, M whole, Runnable release) {
    this.parts = Collections.unmodifiableList(new ArrayList<>(parts));
    this.offsets = List.copyOf(offsets);
    this.whole = whole;
    this.release = release;
  }

  /// A handle for each part of the plan, in order. It is null for a part that is unwanted or empty:
  /// OpenCL has no buffers of 0 bytes.
  ///
  /// @throws IllegalStateException if this is closed
  public List<@Nullable M> parts() {
    return this.<List<@Nullable M>>whileOpen(() -> parts);
  }

  /// The buffer that all parts are sub-buffers of.
  ///
  /// @throws IllegalStateException if this is closed
  public M whole() {
    return whileOpen(() -> whole);
  }

  /// The byte of [#whole()] at which each part begins.
  public List<Long> offsets() {
    return offsets;
  }

  /// For splitters: makes a call during which this cannot be closed.
  ///
  /// @throws IllegalStateException if this is closed
  public <R> R whileOpen(Supplier<R> call) {
    return usage.during(call);
  }

  /// Releases the memory. Idempotent.
  ///
  /// @throws IllegalStateException if a call is queueing commands that use it
  @Override
  public void close() {
    if (usage.close()) {
      release.run();
    }
  }
}

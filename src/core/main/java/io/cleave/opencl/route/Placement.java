package io.cleave.opencl.route;

import java.util.List;

/// Offsets of data and parts in their buffers. An immutable value: plan and placement together are
/// the key of a cached route.
///
/// @param dataAt the byte of its buffer where the data begins; negative if the buffer lacks the
///   bytes before a window
/// @param memory the buffers or addresses of the parts
/// @param ats the byte of its buffer where each part of the plan begins; an empty list means 0 for
///   all
public record Placement(long dataAt, OutputMemory memory, List<Long> ats) {
  /// Alignment of the first byte of every buffer: a kernel's widest word. Routes rely on no more,
  /// so that a plan's route does not change with addresses.
  public static final long ALIGNMENT = 16;

  /// Memory that parts are written to.
  public enum OutputMemory {
    /// All parts in one buffer.
    PACKED,
    /// Each part in a separate buffer.
    SEPARATE,
    /// Each part at an address of host memory, for devices that see the host's addresses. Kernels
    /// get a list of them; a command that takes buffers gets one that is made from the part's
    /// memory.
    ADDRESSED
  }

  /// The byte of its buffer where a part begins.
  long at(int part) {
    return ats.isEmpty() ? 0 : ats.get(part);
  }
}

package io.cleave.opencl.route;

import java.util.List;

/// Offsets of data and parts in their buffers. An immutable value: plan and placement together are
/// the key of a cached route.
///
/// @param dataAt the byte of its buffer where the data begins
/// @param target where the parts go
public record Placement(long dataAt, Target target) {
  /// Alignment of the first byte of every buffer: a kernel's widest word. Routes rely on no more,
  /// so that a plan's route does not change with addresses.
  public static final long ALIGNMENT = 16;

  /// Where the parts go.
  public sealed interface Target {
    /// The byte of its buffer where a part begins.
    long at(int part);
  }

  /// All parts in one buffer.
  ///
  /// @param ats where each part of the plan begins in it
  public record Packed(List<Long> ats) implements Target {
    /// Copies the list.
    public Packed {
      ats = List.copyOf(ats);
    }

    @Override
    public long at(int part) {
      return ats.get(part);
    }
  }

  /// Each part at an address of host memory, for devices that see the host's addresses. Kernels get
  /// a list of them; a command that takes buffers gets one that is made from the part's memory.
  public record Addressed() implements Target {
    @Override
    public long at(int part) {
      return 0;
    }
  }

  /// Each part in a separate buffer.
  ///
  /// @param ats where each part of the plan begins in its buffer; an empty list means 0 for all
  public record Separate(List<Long> ats) implements Target {
    /// Every part at the beginning of its buffer.
    public static final Separate AT_ZERO = new Separate(List.of());

    /// Copies the list.
    public Separate {
      ats = List.copyOf(ats);
    }

    @Override
    public long at(int part) {
      return ats.isEmpty() ? 0 : ats.get(part);
    }
  }
}

package io.cleave.opencl.route;

import java.util.List;

/// Where the memory of a split is, as far as a route depends on it. An immutable value: plan and
/// placement together are what a route is cached by.
///
/// @param dataAt the byte of its buffer where the data begins
/// @param target where the parts go
public record Placement(long dataAt, Target target) {
  /// What the first byte of every buffer is aligned to at least: a kernel's widest word. Routes
  /// rely on no more, so that a plan's route does not change with the addresses that it meets.
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

  /// Each part at an address of the host's memory, of which a kernel gets a list with every call:
  /// for devices that compute in that very memory, see [DeviceInfo]. A command that takes buffers
  /// only gets one that is made from the part's memory.
  public record Addressed() implements Target {
    @Override
    public long at(int part) {
      return 0;
    }
  }

  /// Each part in a buffer of its own.
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

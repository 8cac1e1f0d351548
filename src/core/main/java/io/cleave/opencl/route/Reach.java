package io.cleave.opencl.route;

/// How a launch reaches the parts that it writes.
public enum Reach {
  /// All are in one buffer: one argument.
  PACKED,
  /// Each is in a buffer of its own: as many arguments as a device takes, and as many launches.
  BUFFERS,
  /// Each is at an address of the host's memory: one argument, the list of them.
  ADDRESSES;

  /// How one reaches such parts.
  public static Reach of(Placement.Target target) {
    return switch (target) {
      case Placement.Packed _ -> PACKED;
      case Placement.Separate _ -> BUFFERS;
      case Placement.Addressed _ -> ADDRESSES;
    };
  }
}

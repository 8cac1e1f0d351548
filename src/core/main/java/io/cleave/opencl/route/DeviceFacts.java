package io.cleave.opencl.route;

import io.cleave.backend.Device;

/// What a device can do, as far as a route depends on it. Read once, when a session opens.
///
/// @param device how it is listed
/// @param version the device's own version text, as of its driver
/// @param baseAlignment bytes; what the origin of a sub-buffer must be a multiple of
/// @param maxAllocation bytes; the largest single buffer
/// @param localMemory bytes that a work-group shares
/// @param maxGroup the largest work-group
/// @param sharesMemory whether host memory can be used in place
/// @param exactFloats whether it calculates in single precision as we do: rounded to nearest,
///   subnormal numbers and infinities kept
/// @param abilities what it was found to do, if it was tried
public record DeviceFacts(
    Device device,
    String version,
    long baseAlignment,
    long maxAllocation,
    long localMemory,
    long maxGroup,
    boolean sharesMemory,
    boolean exactFloats,
    Abilities abilities) {
  /// The facts of a device that calculates as we do, and was not tried.
  public DeviceFacts(
      Device device,
      String version,
      long baseAlignment,
      long maxAllocation,
      long localMemory,
      long maxGroup,
      boolean sharesMemory) {
    this(
        device,
        version,
        baseAlignment,
        maxAllocation,
        localMemory,
        maxGroup,
        sharesMemory,
        true,
        Abilities.NONE);
  }

  /// Whether a queue of our own may let launches overtake each other.
  public boolean takesSeveralLaunches() {
    return !Quirks.of(this).oneLaunchAtATime();
  }

  /// Whether its driver may compile for several sessions of the process at once.
  public boolean takesSeveralBuilds() {
    return !Quirks.of(this).oneBuildAtATime();
  }

  /// Whether kernels were found to run in the host's own memory: its addresses mean something to
  /// them, and what they write there is seen at once.
  public boolean computesInHostMemory() {
    return Quirks.of(this).inHostMemory();
  }

  /// Whether it is worth trying what the device is able to do beyond what it says.
  public boolean mayDoMore() {
    return Quirks.mayDoMore(device);
  }

  /// The same for another one of devices that are alike.
  public DeviceFacts withOrdinal(int ordinal) {
    return on(
        new Device(
            device.kind(),
            device.platform(),
            device.name(),
            device.computeUnits(),
            device.memoryBytes(),
            ordinal));
  }

  /// The same of another device.
  public DeviceFacts on(Device other) {
    return with(other, exactFloats, abilities);
  }

  /// The same with what the device was found to do.
  public DeviceFacts with(Abilities found) {
    return with(device, exactFloats, found);
  }

  /// The same where single precision is as ours, or is not.
  public DeviceFacts withExactFloats(boolean exact) {
    return with(device, exact, abilities);
  }

  private DeviceFacts with(Device other, boolean exact, Abilities found) {
    return new DeviceFacts(
        other,
        version,
        baseAlignment,
        maxAllocation,
        localMemory,
        maxGroup,
        sharesMemory,
        exact,
        found);
  }
}

package io.cleave.backend;

/// Why something cannot be used, and what to do about it.
///
/// @param what what cannot be used: a binding, a platform, a device
/// @param cause what was found out, such as the loader's own words
/// @param remedy what to install or change
public record Obstacle(String what, String cause, String remedy) {
  /// `jocl: libOpenCL.so.1 or libOpenCL.so cannot be loaded; install an OpenCL loader and a driver`
  @Override
  public String toString() {
    return "%s: %s; %s".formatted(what, cause, remedy);
  }
}

package io.cleave.opencl.session;

/// Reason why a device is unavailable, and the remedy.
///
/// @param what the binding, platform or device that cannot be used
/// @param cause the error, such as the loader's own message
/// @param remedy the thing to install or change
public record Obstacle(String what, String cause, String remedy) {
  /// `jocl: libOpenCL.so.1 or libOpenCL.so cannot be loaded; install an OpenCL loader and a driver`
  @Override
  public String toString() {
    return "%s: %s; %s".formatted(what, cause, remedy);
  }
}

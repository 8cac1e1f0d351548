package io.cleave.opencl.session;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.route.KernelVariant;

/// Failed build of a kernel, with the compiler's log.
public final class BuildException extends OpenClException {
  private static final long serialVersionUID = 1L;

  private final String log;

  /// @param log the compiler's output
  public BuildException(KernelVariant variant, String device, int status, String log) {
    super(
        "clBuildProgram failed with %s: %s for %s; the compiler says: %s"
            .formatted(ClStatus.name(status), variant, device, log.strip()),
        status);
    this.log = log;
  }

  /// The compiler's output.
  public String log() {
    return log;
  }
}

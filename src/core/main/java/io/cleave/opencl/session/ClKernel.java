package io.cleave.opencl.session;

import io.cleave.opencl.route.KernelVariant;

/// A compiled kernel and its program. Belongs to the session that built it; closing it again does
/// nothing.
public final class ClKernel implements AutoCloseable {
  private final Resources<?, ?> resources;
  private final KernelVariant variant;
  private final Object program;
  private final Object kernel;
  private final long parameters;
  private boolean closed;

  /// @param parameters how many arguments the kernel takes
  ClKernel(
      Resources<?, ?> resources,
      KernelVariant variant,
      Object program,
      Object kernel,
      long parameters) {
    this.resources = resources;
    this.variant = variant;
    this.program = program;
    this.kernel = kernel;
    this.parameters = parameters;
  }

  /// The file and the options that were compiled.
  public KernelVariant variant() {
    return variant;
  }

  boolean isOf(Resources<?, ?> session) {
    return resources.equals(session);
  }

  /// The kernel's handle for a launch with so many arguments. The caller holds the lock.
  Object launchable(int arguments) {
    if (closed) {
      throw new IllegalStateException("%s is closed; build it again".formatted(variant));
    }
    if (arguments != parameters) {
      throw new IllegalArgumentException(
          "%s takes %s arguments; %s were given".formatted(variant, parameters, arguments));
    }
    return kernel;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    resources.kernels.remove(this);
    ClApi<?, ?> api = resources.api;
    Failures failures = new Failures();
    failures.attempt(() -> check("clReleaseKernel", api.clReleaseKernel(kernel)));
    failures.attempt(() -> check("clReleaseProgram", api.clReleaseProgram(program)));
    failures.throwFirst();
  }

  private void check(String call, int status) {
    resources.check(call, status, variant::toString);
  }
}

package io.cleave.opencl.session;

import io.cleave.opencl.route.KernelVariant;
import java.util.List;

/// A program with its one kernel, which belong together and are released together.
///
/// A kernel holds its arguments, so setting them and queueing it must not be torn apart: one thread
/// at a time, which holds the kernel's lock.
public abstract class BuiltKernel implements ClKernel {
  private final SessionResources<?, ?> resources;
  private final KernelVariant variant;
  private final long parameters;
  private boolean closed;

  /// @param parameters how many arguments the kernel takes
  protected BuiltKernel(SessionResources<?, ?> resources, KernelVariant variant, long parameters) {
    this.resources = resources;
    this.variant = variant;
    this.parameters = parameters;
  }

  @Override
  public final KernelVariant variant() {
    return variant;
  }

  final boolean isOf(SessionResources<?, ?> session) {
    return resources.equals(session);
  }

  /// Checks that it can be launched with so many arguments. The caller holds the lock.
  protected final void requireFit(List<?> arguments) {
    if (closed) {
      throw new IllegalStateException("%s is closed; build it again".formatted(variant));
    }
    if (arguments.size() != parameters) {
      throw new IllegalArgumentException(
          "%s takes %s arguments; %s were given".formatted(variant, parameters, arguments.size()));
    }
  }

  /// Releases the kernel.
  protected abstract void releaseKernel();

  /// Releases the program.
  protected abstract void releaseProgram();

  @Override
  public final synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    resources.removeKernel(this);
    Failures failures = new Failures();
    failures.attempt(this::releaseKernel);
    failures.attempt(this::releaseProgram);
    failures.throwFirst();
  }
}

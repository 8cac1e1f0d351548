package io.cleave.opencl.session;

import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClApi.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /// Queues the kernel. It holds its arguments, so they are set and used by one thread at a time.
  synchronized <M, E> E launch(
      Resources<M, E> session,
      List<? extends @Nullable Object> arguments,
      Grid grid,
      List<? extends E> after) {
    if (!resources.equals(session)) {
      throw new IllegalArgumentException(
          "%s was built by another session; build it with this one".formatted(variant));
    }
    if (closed) {
      throw new IllegalStateException("%s is closed; build it again".formatted(variant));
    }
    if (arguments.size() != parameters) {
      throw new IllegalArgumentException(
          "%s takes %s arguments; %s were given".formatted(variant, parameters, arguments.size()));
    }
    for (int i = 0; i < arguments.size(); i++) {
      set(session, i, arguments.get(i));
    }
    return session.naming(
        () -> "%s, %s,".formatted(variant, grid),
        () -> session.api.clEnqueueNDRangeKernel(session.queue, kernel, grid, after));
  }

  private void set(Resources<?, ?> session, int index, @Nullable Object argument) {
    session.naming(
        () -> "%s as argument %s of %s".formatted(argument, index, variant),
        () -> session.api.clSetKernelArg(kernel, index, argument));
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    resources.kernels.remove(this);
    Failures failures = new Failures();
    failures.attempt(() -> resources.release(Kind.KERNEL, kernel, variant.toString()));
    failures.attempt(() -> resources.release(Kind.PROGRAM, program, variant.toString()));
    failures.throwFirst();
  }
}

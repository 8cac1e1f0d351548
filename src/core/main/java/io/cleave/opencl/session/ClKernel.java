package io.cleave.opencl.session;

import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A compiled kernel and its program. Belongs to the session that built it; closing it again does
/// nothing.
public final class ClKernel implements AutoCloseable {
  private final ClSession<?, ?> session;
  private final KernelVariant variant;
  private final Object program;
  private final Object handle;
  private final long parameters;
  private boolean closed;

  /// @param parameters how many arguments the kernel takes
  ClKernel(
      ClSession<?, ?> session,
      KernelVariant variant,
      Object program,
      Object handle,
      long parameters) {
    this.session = session;
    this.variant = variant;
    this.program = program;
    this.handle = handle;
    this.parameters = parameters;
  }

  /// The file and the options that were compiled.
  public KernelVariant variant() {
    return variant;
  }

  /// Queues the kernel. It holds its arguments, so they are set and used by one thread at a time.
  synchronized <M, E> E launch(
      ClSession<M, E> user, List<? extends @Nullable Object> arguments, Grid grid, List<E> after) {
    if (!session.equals(user)) {
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
    return user.enqueue(variant, handle, arguments, grid, after);
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      session.release(this, program, handle);
    }
  }
}

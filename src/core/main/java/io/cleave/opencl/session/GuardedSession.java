package io.cleave.opencl.session;

import io.cleave.opencl.route.DeviceInfo;
import java.lang.ref.Reference;
import java.util.function.Supplier;

/// A session that lets a call in only while it is open, and keeps account of what it made: what
/// every binding's session is, whatever its calls are made of.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public abstract class GuardedSession<M, E> implements ClSession<M, E> {
  private final SessionResources<M, E> resources;
  private final DeviceInfo facts;

  /// @param resources what it makes is taken into these, and given back when it is closed
  protected GuardedSession(SessionResources<M, E> resources, DeviceInfo facts) {
    this.resources = resources;
    this.facts = facts;
  }

  @Override
  public final DeviceInfo facts() {
    return facts;
  }

  @Override
  public final void free(M memory) {
    run(() -> resources.freeBuffer(memory));
  }

  @Override
  public final void release(E event) {
    run(() -> resources.freeEvent(event));
  }

  @Override
  public final void close() {
    resources.close();
  }

  /// How much memory and how many kernels and events it made and did not get back.
  public final long live() {
    return resources.live();
  }

  /// A kernel that this session has built.
  ///
  /// @throws IllegalArgumentException if another session has
  protected final <K extends BuiltKernel> K own(Class<K> type, ClKernel kernel) {
    if (type.isInstance(kernel) && type.cast(kernel).isOf(resources)) {
      return type.cast(kernel);
    }
    throw new IllegalArgumentException(
        "%s was built by another session; build it with this one".formatted(kernel.variant()));
  }

  /// Waits for a command.
  ///
  /// @throws io.cleave.backend.OpenClException if it has failed, or nobody can tell
  protected abstract void end(E event, String what);

  @Override
  public final void await(E event, String what) {
    resources.enter();
    try {
      resources.await(() -> end(event, what));
    } finally {
      resources.exit();
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public final void settle() {
    resources.enter();
    try {
      resources.settle();
    } finally {
      resources.exit();
      Reference.reachabilityFence(this);
    }
  }

  /// Has a command queued, and takes in its event. After an error, such as that there is no memory
  /// left, one may run of which nobody knows.
  protected final E queued(Supplier<E> command) {
    return inside(
        () -> {
          try {
            return resources.addEvent(command.get());
          } catch (Error e) {
            resources.settle();
            throw e;
          }
        });
  }

  /// Makes a call that returns nothing.
  protected final void run(Runnable call) {
    inside(
        () -> {
          call.run();
          return Boolean.TRUE;
        });
  }

  /// Makes a call.
  ///
  /// @throws IllegalStateException if the session is closed
  protected final <T> T inside(Supplier<T> call) {
    resources.enter();
    try {
      return call.get();
    } finally {
      resources.exit();
      // Or the cleaner could take the session for garbage while its last call is inside the driver.
      Reference.reachabilityFence(this);
    }
  }
}

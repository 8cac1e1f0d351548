package io.cleave.opencl;

import java.util.concurrent.atomic.AtomicBoolean;

/// The right to use something out of a [LeaseCache]: it is not closed before the lease is.
///
/// @param <V> what is used
final class Lease<V> implements AutoCloseable {
  private final V value;
  private final Runnable giveBack;
  private final AtomicBoolean closed = new AtomicBoolean();

  Lease(V value, Runnable giveBack) {
    this.value = value;
    this.giveBack = giveBack;
  }

  V value() {
    return value;
  }

  /// Gives the right back. Closing it again does nothing.
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      giveBack.run();
    }
  }
}

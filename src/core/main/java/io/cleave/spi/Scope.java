package io.cleave.spi;

/// What has begun, such as a call or the hold on a lock, and lasts until it is closed.
public interface Scope extends AutoCloseable {
  @Override
  void close();
}

package io.cleave.spi;

/// An [AutoCloseable] whose `close` throws no checked exception, such as a call or a held lock.
public interface Scope extends AutoCloseable {
  @Override
  void close();
}

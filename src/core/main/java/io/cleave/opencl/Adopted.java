package io.cleave.opencl;

import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Device memory that is host memory, for the duration of one split.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class Adopted<M, E> implements AutoCloseable {
  private final ClSession<M, E> session;
  private final List<M> handles = new ArrayList<>();

  Adopted(ClSession<M, E> session) {
    this.session = session;
  }

  M add(MemorySegment memory, boolean writable) {
    M handle = session.adopt(memory, writable);
    handles.add(handle);
    return handle;
  }

  @Override
  public void close() {
    Failures failures = new Failures();
    handles.forEach(handle -> failures.attempt(() -> session.free(handle)));
    failures.throwFirst();
  }
}

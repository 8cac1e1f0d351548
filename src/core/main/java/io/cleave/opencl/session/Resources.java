package io.cleave.opencl.session;

import io.cleave.backend.ClStatus;
import io.cleave.backend.Usage;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A session's context and queue, and what was made in them. Released once, by [#close()] or by a
/// cleaner after the session was collected; what was not given back is reported at WARN then.
///
/// Does not refer to the session, which would never be collected otherwise. Safe for use by many
/// threads.
final class Resources<M, E> {
  private static final Logger LOG = LoggerFactory.getLogger(ClSession.class);
  private static final Cleaner CLEANER = Cleaner.create();
  private static final long PAUSE_NANOS = 1_000_000;

  final ClApi<M, E> api;
  final Object device;
  final Object context;
  final Object queue;
  final long queueProperties;
  final String name;

  /// ` on NAME`, for messages.
  final String where;

  final Usage usage = new Usage("the session");

  /// Memory, with the host's memory that must stay reachable for it.
  final Map<M, MemorySegment> buffers = new ConcurrentHashMap<>();

  final Set<ClKernel> kernels = ConcurrentHashMap.newKeySet();

  private final Set<E> events = ConcurrentHashMap.newKeySet();

  /// Events of a borrowed queue are only counted: their user may release them without the session.
  private final AtomicInteger borrowedEvents = new AtomicInteger();

  private final boolean own;
  private Cleaner.@Nullable Cleanable watch;

  /// Takes over one reference to the context and one to the queue.
  ///
  /// @param own whether the queue is used by the session alone
  Resources(
      ClApi<M, E> api,
      String name,
      Object device,
      Object context,
      Object queue,
      long queueProperties,
      boolean own) {
    this.api = api;
    this.name = name;
    this.where = " on " + name;
    this.device = device;
    this.context = context;
    this.queue = queue;
    this.queueProperties = queueProperties;
    this.own = own;
  }

  /// Releases everything when this session is collected.
  void watch(ClSession<M, E> session) {
    watch = CLEANER.register(session, this::abandon);
  }

  /// @param detail what was asked for; the device is added
  void check(String call, int status, Supplier<String> detail) {
    Failures.check(call, status, () -> detail.get() + where);
  }

  void keepEvent(E event) {
    if (own) {
      events.add(event);
    } else {
      borrowedEvents.incrementAndGet();
    }
  }

  /// @throws IllegalArgumentException if there is no such event
  void forgetEvent(E event) {
    if (!own) {
      borrowedEvents.decrementAndGet();
    } else if (!events.remove(event)) {
      throw new IllegalArgumentException(
          "the event is not the session's, or was released already; release once what it made");
    }
  }

  void releaseEvent(E event) {
    check("clReleaseEvent", api.clReleaseEvent(event), () -> "giving back an event");
  }

  /// @throws IllegalArgumentException if there is no such buffer
  void forgetBuffer(M buffer) {
    if (buffers.remove(buffer) == null) {
      throw new IllegalArgumentException(
          "memory 0x%X is not the session's, or was freed already; free once what the session made"
              .formatted(api.address(buffer)));
    }
  }

  void releaseBuffer(M buffer) {
    check("clReleaseMemObject", api.clReleaseMemObject(buffer), () -> "freeing memory");
  }

  /// Waits until the queue is empty, if it is the session's own.
  ///
  /// @return whether it is
  boolean finishOwn() {
    while (own) {
      try {
        return api.clFinish(queue) == ClStatus.SUCCESS;
      } catch (OutOfMemoryError e) {
        // The commands run on all the same.
        pause();
      }
    }
    return false;
  }

  /// An interrupted thread does not sleep, and only asks more often.
  static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  long live() {
    return (long) buffers.size() + kernels.size() + events.size() + borrowedEvents.get();
  }

  void close() {
    if (!usage.close()) {
      return;
    }
    if (!buffers.isEmpty() || !kernels.isEmpty() || !events.isEmpty()) {
      LOG.warn(
          "a session on {} was closed while {} pieces of memory, {} kernels and {} events were not"
              + " given back; give them back first",
          name,
          buffers.size(),
          kernels.size(),
          events.size());
    }
    try {
      releaseAll();
    } finally {
      if (watch != null) {
        watch.clean();
      }
    }
  }

  private void abandon() {
    if (!usage.close()) {
      return;
    }
    LOG.warn("a session on {} was dropped without being closed; close it", name);
    try {
      releaseAll();
    } catch (RuntimeException e) {
      LOG.warn("a session on {} could not be released", name, e);
    }
  }

  private void releaseAll() {
    Supplier<String> detail = () -> "closing a session";
    var failures = new Failures();
    if (own) {
      failures.attempt(() -> check("clFinish", api.clFinish(queue), detail));
    }
    for (E event : events) {
      events.remove(event);
      failures.attempt(() -> releaseEvent(event));
    }
    kernels.forEach(kernel -> failures.attempt(kernel::close));
    for (M buffer : buffers.keySet()) {
      buffers.remove(buffer);
      failures.attempt(() -> releaseBuffer(buffer));
    }
    failures.attempt(
        () -> check("clReleaseCommandQueue", api.clReleaseCommandQueue(queue), detail));
    failures.attempt(() -> check("clReleaseContext", api.clReleaseContext(context), detail));
    failures.throwFirst();
  }
}

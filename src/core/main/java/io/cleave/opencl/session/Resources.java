package io.cleave.opencl.session;

import io.cleave.backend.OpenClException;
import io.cleave.backend.Usage;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.session.ClApi.Kind;
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
  final DeviceInfo facts;
  final Object device;
  final Object context;
  final Object queue;
  final long queueProperties;
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
      DeviceInfo facts,
      Object device,
      Object context,
      Object queue,
      long queueProperties,
      boolean own) {
    this.api = api;
    this.facts = facts;
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

  /// Makes a call, and adds to its failure what was asked for and on which device.
  <T> T naming(Supplier<String> detail, Supplier<T> call) {
    return Failures.naming(facts.device().name(), detail, call);
  }

  void naming(Supplier<String> detail, Runnable call) {
    Failures.naming(facts.device().name(), detail, call);
  }

  /// @param host memory of the host that stays reachable until the buffer is freed
  M keepBuffer(M buffer, MemorySegment host) {
    try {
      buffers.put(buffer, host);
      return buffer;
    } catch (OutOfMemoryError e) {
      Failures.suppressed(e, () -> api.clRelease(Kind.MEMORY, buffer));
      throw e;
    }
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

  /// Waits until the queue is empty, if it is the session's own.
  ///
  /// @return whether it is
  boolean finishOwn() {
    while (own) {
      try {
        api.clFinish(queue);
        return true;
      } catch (OpenClException e) {
        return false;
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
    if (usage.close()) {
      if (!buffers.isEmpty() || !kernels.isEmpty() || !events.isEmpty()) {
        LOG.warn(
            "a session on {} was closed while {} pieces of memory, {} kernels and {} events were"
                + " not given back; give them back first",
            facts.device().name(),
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
  }

  private void abandon() {
    if (usage.close()) {
      String name = facts.device().name();
      LOG.warn("a session on {} was dropped without being closed; close it", name);
      try {
        releaseAll();
      } catch (RuntimeException e) {
        LOG.warn("a session on {} could not be released", name, e);
      }
    }
  }

  private void releaseAll() {
    String detail = "closing a session";
    var failures = new Failures();
    if (own) {
      failures.attempt(() -> naming(() -> detail, () -> api.clFinish(queue)));
    }
    events.forEach(event -> failures.attempt(() -> release(Kind.EVENT, event, detail)));
    events.clear();
    kernels.forEach(kernel -> failures.attempt(kernel::close));
    buffers.keySet().forEach(each -> failures.attempt(() -> release(Kind.MEMORY, each, detail)));
    buffers.clear();
    failures.attempt(() -> release(Kind.QUEUE, queue, detail));
    failures.attempt(() -> release(Kind.CONTEXT, context, detail));
    failures.throwFirst();
  }

  /// @param detail why, for messages
  void release(Kind kind, Object object, String detail) {
    naming(() -> detail, () -> api.clRelease(kind, object));
  }
}

package io.cleave.opencl.session;

import io.cleave.backend.OpenClException;
import io.cleave.backend.Usage;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a session has made, and how it is given back: once, by [#close()], or by a cleaner after
/// the session was collected without it. Every binding's session has one.
///
/// Leftovers are reported once, at WARN, and released. Events of a borrowed queue are neither: they
/// are the user's, who may give them back past us.
///
/// Safe for use by many threads. It must not refer to its session, or that is never collected.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public abstract class SessionResources<M, E> {
  private static final Logger LOG = LoggerFactory.getLogger(ClSession.class);
  private static final Cleaner CLEANER = Cleaner.create();

  private final Usage usage = new Usage("the session");

  /// Memory, with the host's memory that must stay reachable for it.
  private final Map<M, MemorySegment> buffers = new ConcurrentHashMap<>();

  private final Set<ClKernel> kernels = ConcurrentHashMap.newKeySet();
  private final Set<E> events = ConcurrentHashMap.newKeySet();
  private final AtomicInteger borrowedEvents = new AtomicInteger();
  private final String device;
  private final Ownership ownership;
  private Cleaner.@Nullable Cleanable watch;

  /// Whose context and queue a session uses.
  public enum Ownership {
    /// The session's own.
    OWN,
    /// The user's.
    BORROWED
  }

  /// @param device the device's name, for messages
  protected SessionResources(String device, Ownership ownership) {
    this.device = device;
    this.ownership = ownership;
  }

  /// Waits until the queue is empty. Only called for a queue of our own.
  protected abstract void finish();

  /// Releases memory.
  protected abstract void releaseBuffer(M buffer);

  /// The address that a handle stands for, for messages.
  protected abstract long address(M buffer);

  /// Releases an event.
  protected abstract void releaseEvent(E event);

  /// Releases the queue, or our hold on the user's.
  protected abstract void releaseQueue();

  /// Releases the context, or our hold on the user's.
  protected abstract void releaseContext();

  /// Makes the session that holds all this. It is given back if that fails, and, with a report, if
  /// the session is collected without being closed.
  public final <S extends ClSession<M, E>> S heldBy(Supplier<S> make) {
    try {
      S session = make.get();
      watch = CLEANER.register(session, this::abandon);
      return session;
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, this::close);
      throw e;
    }
  }

  /// Begins a call.
  ///
  /// @throws IllegalStateException if the session is closed
  public final void enter() {
    usage.enter();
  }

  /// Ends a call that [#enter()] let in.
  public final void exit() {
    usage.exit();
  }

  /// Takes memory in; releases it if that fails.
  public final M addBuffer(M buffer) {
    return addBuffer(buffer, MemorySegment.NULL);
  }

  /// Takes memory in that is the host's, which stays reachable until then; releases it if that
  /// fails.
  public final M addBuffer(M buffer, MemorySegment host) {
    try {
      buffers.put(buffer, host);
      return buffer;
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> releaseBuffer(buffer));
      throw e;
    }
  }

  /// Takes a kernel in.
  public final <K extends ClKernel> K addKernel(K kernel) {
    kernels.add(kernel);
    return kernel;
  }

  /// Takes an event in; releases it if that fails.
  public final E addEvent(E event) {
    if (ownership == Ownership.BORROWED) {
      borrowedEvents.incrementAndGet();
      return event;
    }
    try {
      events.add(event);
      return event;
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> releaseEvent(event));
      throw e;
    }
  }

  /// Waits until nothing is left of all that was queued, if the queue is the session's own.
  ///
  /// @return whether that is so
  final boolean settle() {
    while (ownership == Ownership.OWN) {
      try {
        finish();
        return true;
      } catch (OpenClException e) {
        return false;
      } catch (OutOfMemoryError e) {
        Ending.pause();
      }
    }
    return false;
  }

  /// Waits for a command of the queue. That takes a little memory; where there is none, the command
  /// runs on all the same.
  ///
  /// @param end waits, and throws what is wrong with the command
  public final void await(Runnable end) {
    while (true) {
      try {
        end.run();
        return;
      } catch (OutOfMemoryError e) {
        if (settle()) {
          throw e;
        }
        Ending.pause();
      }
    }
  }

  /// Releases memory that was taken in.
  ///
  /// @throws IllegalArgumentException if it was not, or is no longer there
  public final void freeBuffer(M buffer) {
    if (buffers.remove(buffer) == null) {
      throw new IllegalArgumentException(
          "memory 0x%X is not the session's, or was freed already; free once what the session made"
              .formatted(address(buffer)));
    }
    releaseBuffer(buffer);
  }

  /// Lets a kernel go; the caller releases it.
  ///
  /// @return whether it was still there
  public final boolean removeKernel(ClKernel kernel) {
    return kernels.remove(kernel);
  }

  /// Releases an event that was taken in.
  ///
  /// @throws IllegalArgumentException if it was not, or is no longer there
  public final void freeEvent(E event) {
    if (ownership == Ownership.BORROWED) {
      borrowedEvents.decrementAndGet();
    } else if (!events.remove(event)) {
      throw new IllegalArgumentException(
          "the event is not the session's, or was released already; release once what it made");
    }
    releaseEvent(event);
  }

  /// How many objects have not been given back, counting events of a borrowed queue that were given
  /// back past us.
  public final long live() {
    return (long) buffers.size() + kernels.size() + events.size() + borrowedEvents.get();
  }

  /// Gives everything back. Closing it again does nothing.
  ///
  /// @throws IllegalStateException if a call is inside
  /// @throws io.cleave.backend.OpenClException if the driver refuses; everything else has been
  ///   given back then
  public final void close() {
    if (!usage.close()) {
      return;
    }
    warnOfLeaks();
    try {
      giveBack();
    } finally {
      if (watch != null) {
        watch.clean();
      }
    }
  }

  private void warnOfLeaks() {
    if (!buffers.isEmpty() || !kernels.isEmpty() || !events.isEmpty()) {
      LOG.warn(
          "a session on {} was closed while {} pieces of memory, {} kernels and {} events were not"
              + " given back; give them back first",
          device,
          buffers.size(),
          kernels.size(),
          events.size());
    }
  }

  private void abandon() {
    if (!usage.close()) {
      return;
    }
    LOG.warn("a session on {} was dropped without being closed; close it", device);
    try {
      giveBack();
    } catch (RuntimeException e) {
      LOG.warn("a session on {} could not be released", device, e);
    }
  }

  private void giveBack() {
    var failures = new Failures();
    if (ownership == Ownership.OWN) {
      failures.attempt(this::finish);
    }
    events.forEach(event -> failures.attempt(() -> freeEvent(event)));
    kernels.forEach(kernel -> failures.attempt(kernel::close));
    buffers.keySet().forEach(buffer -> failures.attempt(() -> freeBuffer(buffer)));
    failures.attempt(this::releaseQueue);
    failures.attempt(this::releaseContext);
    failures.throwFirst();
  }
}

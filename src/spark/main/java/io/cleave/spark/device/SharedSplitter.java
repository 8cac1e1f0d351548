package io.cleave.spark.device;

import io.cleave.backend.OpenClException;
import io.cleave.backend.Splitter;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A splitter for all tasks that want the same device, or plain Java in its place.
///
/// Safe for use by many threads.
public final class SharedSplitter {
  private static final Logger LOG = LoggerFactory.getLogger(SharedSplitter.class);

  private final DeviceWish wish;
  private final Supplier<Splitter> opener;
  private final Semaphore permits;
  private final Logger log;

  private @Nullable Splitter device;
  private @Nullable Splitter java;
  private boolean failed;
  private boolean closed;

  SharedSplitter(DeviceWish wish, int concurrent) {
    this(wish, wish::open, concurrent, LOG);
  }

  /// @param opener opens the device
  /// @param concurrent how many splits it may carry out at once
  SharedSplitter(DeviceWish wish, Supplier<Splitter> opener, int concurrent, Logger log) {
    this.wish = wish;
    this.opener = opener;
    this.permits = new Semaphore(concurrent, true);
    this.log = log;
  }

  /// Runs a split. It is run again, in plain Java, if the device fails and that was not forbidden;
  /// what it has written is written again.
  ///
  /// @throws IllegalStateException if the device fails and was demanded
  public void run(Consumer<Splitter> split) {
    if (isJava()) {
      split.accept(open());
      return;
    }
    permits.acquireUninterruptibly();
    try {
      split.accept(open());
    } catch (OpenClException e) {
      split.accept(replacement(e));
    } finally {
      permits.release();
    }
  }

  /// Whether plain Java splits, now and later.
  public synchronized boolean isJava() {
    open();
    return wish.meansJava() || failed;
  }

  private synchronized Splitter open() {
    if (closed) {
      throw new IllegalStateException("the JVM is ending; nothing is split any more");
    }
    if (wish.meansJava() || failed) {
      return java();
    }
    Splitter open = device;
    if (open == null) {
      try {
        open = opener.get();
      } catch (RuntimeException | LinkageError e) {
        return replacement(e);
      }
      log.info("Cleave splits on {}{}", open.device(), wish.reason());
      device = open;
    }
    return open;
  }

  private Splitter java() {
    Splitter open = java;
    if (open == null) {
      open = wish.openJava();
      java = open;
    }
    return open;
  }

  /// What splits instead. The device is not closed: other tasks may be in the middle of a split.
  private synchronized Splitter replacement(Throwable cause) {
    if (!wish.mayFail()) {
      throw new IllegalStateException(
          "the device \"%s\" fails, and onDeviceFailure forbids plain Java: %s"
              .formatted(wish.name(), cause.getMessage()),
          cause);
    }
    if (!failed) {
      failed = true;
      log.warn(
          "The device \"{}\" fails; Cleave goes on in plain Java on this executor: {}",
          wish.name(),
          cause.getMessage());
    }
    return java();
  }

  /// Gives everything back, but for what a split that is under way still needs.
  synchronized void close() {
    closed = true;
    close(device);
    close(java);
  }

  private void close(@Nullable Splitter splitter) {
    if (splitter != null) {
      try {
        splitter.close();
      } catch (IllegalStateException e) {
        // A split is under way in a task that Spark has given up; the process takes it along.
        log.debug("a splitter is left to the end of the process", e);
      } catch (OpenClException e) {
        // What splits in its place, and what others have opened, is still to be closed.
        log.debug("a device is left in the state in which it failed", e);
      }
    }
  }
}

package io.cleave.file.window;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// A thread that works beside its owner, one task at a time, each after the last one.
///
/// Used by one thread.
final class Background implements AutoCloseable {
  /// Work on files.
  @FunctionalInterface
  interface Task {
    void run() throws IOException;
  }

  private final ExecutorService thread;
  private @Nullable Future<?> pending;

  /// @param name of the thread
  Background(String name) {
    this.thread = Executors.newSingleThreadExecutor(task -> new Thread(task, name));
  }

  /// Waits for the task before, and begins another.
  ///
  /// @throws IOException if the task before failed, or the caller was interrupted
  void run(Task task) throws IOException {
    await();
    pending =
        thread.submit(
            () -> {
              task.run();
              return task;
            });
  }

  /// Waits for the last task.
  ///
  /// @throws IOException if it failed, or the caller was interrupted
  void await() throws IOException {
    Future<?> awaited = pending;
    pending = null;
    if (awaited == null) {
      return;
    }
    try {
      requireUninterrupted();
      awaited.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the work on files was interrupted", e);
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  /// A task that is over answers without a look at the interrupt: whether it were heard would hang
  /// on which thread is faster.
  private static void requireUninterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private static IOException failure(ExecutionException e) {
    return switch (e.getCause()) {
      case IOException failed -> failed;
      case RuntimeException failed -> throw failed;
      case Error failed -> throw failed;
      case null, default -> new IOException(e.getMessage(), e);
    };
  }

  /// Waits until the thread has ended: it may use memory that is given back next.
  @Override
  public void close() {
    thread.close();
  }
}

package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a workshop's thread has of whoever asks it first: nothing.
@Timeout(30)
class WorkshopTest {
  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

  @Test
  void itsThreadStaysWhenAJobThrows() throws Exception {
    Workshop workshop = new Workshop("cleave-test");
    CompletableFuture<Thread> first = new CompletableFuture<>();
    CompletableFuture<Thread> second = new CompletableFuture<>();
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    Error thrown = new AssertionError("thrown by a job");
    assertThat(
            workshop.offer(
                () -> {
                  Thread own = Thread.currentThread();
                  own.setUncaughtExceptionHandler((_, e) -> told.complete(e));
                  first.complete(own);
                  throw thrown;
                }))
        .isTrue();
    assertThat(told.get()).isSameAs(thrown);
    assertThat(workshop.offer(() -> second.complete(Thread.currentThread()))).isTrue();
    assertThat(second.get()).isSameAs(first.get());
  }

  @Test
  void inheritsNothingFromWhoAsksFirst() throws Exception {
    Workshop workshop = new Workshop("cleave-test");
    CompletableFuture<ClassLoader> loader = new CompletableFuture<>();
    CompletableFuture<String> value = new CompletableFuture<>();
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader foreign = new URLClassLoader(new URL[0])) {
      INHERITED.set("the caller's");
      Thread.currentThread().setContextClassLoader(foreign);
      boolean _ =
          workshop.offer(
              () -> {
                loader.complete(Thread.currentThread().getContextClassLoader());
                value.complete(String.valueOf(INHERITED.get()));
              });
      assertThat(loader.get()).isNotSameAs(foreign);
      assertThat(value.get()).isEqualTo("null");
    } finally {
      Thread.currentThread().setContextClassLoader(own);
      INHERITED.remove();
    }
  }
}

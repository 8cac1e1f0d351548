package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Background threads keep nothing alive that belongs to the thread that started them.
@Timeout(30)
class BackgroundTest {
  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

  @Test
  void inheritsNothingFromTheCaller() throws Exception {
    CompletableFuture<ClassLoader> loader = new CompletableFuture<>();
    CompletableFuture<String> value = new CompletableFuture<>();
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader foreign = new URLClassLoader(new URL[0])) {
      INHERITED.set("the caller's");
      Thread.currentThread().setContextClassLoader(foreign);
      boolean _ =
          Background.LOOPS.offer(
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

package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Background threads keep nothing alive that belongs to the thread that started them.
@Timeout(30)
class BackgroundTest {
  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

  @Test
  void inheritsNothingFromTheCaller() throws Exception {
    CompletableFuture<List<@Nullable Object>> seen = new CompletableFuture<>();
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader foreign = new URLClassLoader(new URL[0])) {
      INHERITED.set("the caller's");
      Thread.currentThread().setContextClassLoader(foreign);
      Runnable task =
          () -> {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            seen.complete(Arrays.asList(INHERITED.get(), foreign.equals(loader)));
          };
      assertThat(Background.LOOPS.offer(task)).isTrue();
      assertThat(seen.get()).containsExactly(null, false);
    } finally {
      Thread.currentThread().setContextClassLoader(own);
      INHERITED.remove();
    }
  }
}

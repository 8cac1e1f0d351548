package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.OpenClException;
import io.cleave.spi.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Bounded caches of native resources: each is closed once, and never under its users.
@Timeout(60)
class LruCacheTest {
  private final List<String> closed = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger made = new AtomicInteger();

  private final class Resource implements Scope {
    private final String name;
    private volatile boolean isClosed;

    private Resource(String name) {
      this.name = name;
      made.incrementAndGet();
    }

    @Override
    public void close() {
      assertThat(isClosed).isFalse();
      isClosed = true;
      closed.add(name);
      if (name.startsWith("stubborn")) {
        throw new FailedCallException("clReleaseKernel", -5, name);
      }
    }
  }

  private final LruCache<String, Resource> cache =
      new LruCache<>(20, key -> Math.max(7, key.length()), Resource::new);

  private void use(String... keys) {
    for (String key : keys) {
      try (var entry = cache.lease(key)) {
        assertThat(entry.value().name).isEqualTo(key);
      }
    }
  }

  @Test
  void evictsTheLeastRecentlyUsed() {
    use("a", "b", "a", "c", "a", "c");
    assertThat(made).hasValue(3);
    use("twenty characters...");
    assertThat(closed).containsExactly("b", "a", "c");
    use("more than twenty characters", "more than twenty characters");
    assertThat(closed).containsExactly("b", "a", "c", "twenty characters...");
    assertThat(made).hasValue(5);
  }

  @Test
  void keepsWhatIsInUse() {
    try (var entry = cache.lease("a")) {
      Resource used = entry.value();
      use("b", "c", "d");
      assertThat(used.isClosed).isFalse();
    }
    cache.close();
    assertThat(closed).containsExactlyInAnyOrder("a", "b", "c", "d");
  }

  @Test
  void servesManyThreads() throws Exception {
    Callable<Integer> user =
        () -> {
          int right = 0;
          for (int i = 0; i < 5000; i++) {
            String key = "key " + ThreadLocalRandom.current().nextInt(5);
            try (var entry = cache.lease(key)) {
              Resource resource = entry.value();
              right += resource.name.equals(key) && !resource.isClosed ? 1 : 0;
            }
          }
          return right;
        };
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (Future<Integer> right : threads.invokeAll(Collections.nCopies(8, user))) {
        assertThat(right.get()).isEqualTo(5000);
      }
    }
    cache.close();
    assertThat(closed).hasSize(made.get());
  }

  /// What is evicted was used by another caller.
  @Test
  void aCallerDoesNotSufferFromWhatCannotBeClosed() {
    use("stubborn", "b");
    assertThatCode(() -> use("c")).doesNotThrowAnyException();
    use("stubborn");
    assertThatThrownBy(cache::close).isInstanceOf(OpenClException.class);
    assertThat(closed).containsExactlyInAnyOrder("stubborn", "b", "c", "stubborn");
  }
}

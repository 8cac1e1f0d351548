package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.backend.OpenClException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LeaseCacheTest {
  private final List<String> made = Collections.synchronizedList(new ArrayList<>());
  private final List<String> closed = Collections.synchronizedList(new ArrayList<>());

  /// What is kept here.
  private final class Thing implements AutoCloseable {
    private final String name;
    private final AtomicInteger closings = new AtomicInteger();

    private Thing(String name) {
      this.name = name;
      made.add(name);
    }

    @Override
    public void close() {
      closings.incrementAndGet();
      closed.add(name);
      if (name.startsWith("stubborn")) {
        throw new OpenClException("clReleaseKernel", -5, name);
      }
    }
  }

  private final LeaseCache<String, Thing> cache = new LeaseCache<>(2, Thing::new);

  private void use(String... keys) {
    for (String key : keys) {
      cache.lease(key).close();
    }
  }

  @Test
  void pushesOutWhatWasNotUsedForLongest() {
    use("a", "b", "a", "c");
    assertThat(closed).containsExactly("b");
    assertThat(cache.size()).isEqualTo(2);
    use("a", "c");
    assertThat(made).containsExactly("a", "b", "c");
  }

  @Test
  void keepsWhatIsInUseOpen() {
    try (Lease<Thing> lease = cache.lease("a")) {
      use("b", "c", "d");
      assertThat(closed).containsExactly("b");
      assertThat(lease.value().name).isEqualTo("a");
      assertThat(cache.size()).isEqualTo(2);
    }
    assertThat(closed).containsExactly("b", "a");
  }

  @Test
  void doesNotKeepAFailure() {
    AtomicInteger tries = new AtomicInteger();
    LeaseCache<String, Thing> flaky =
        new LeaseCache<>(
            2,
            key -> {
              if (tries.incrementAndGet() == 1) {
                throw new OpenClException("clBuildProgram", -6, key);
              }
              return new Thing(key);
            });
    assertThatThrownBy(() -> flaky.lease("a"))
        .isInstanceOf(OpenClException.class)
        .hasMessage("clBuildProgram failed with CL_OUT_OF_HOST_MEMORY (-6): a");
    assertThat(flaky.size()).isZero();
    flaky.lease("a").close();
    assertThat(made).containsExactly("a");
    flaky.close();
    assertThat(closed).containsExactly("a");
  }

  @Test
  void makesOnceUnderManyThreads() throws Exception {
    CountDownLatch all = new CountDownLatch(16);
    List<Callable<Thing>> calls = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      calls.add(
          () -> {
            all.countDown();
            all.await();
            try (Lease<Thing> lease = cache.lease("a")) {
              return lease.value();
            }
          });
    }
    try (var threads = Executors.newFixedThreadPool(16)) {
      for (Future<Thing> thing : threads.invokeAll(calls)) {
        assertThat(thing.get().name).isEqualTo("a");
      }
    }
    assertThat(made).containsExactly("a");
  }

  @Test
  void neverHandsOutWhatIsClosed() throws Exception {
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      calls.add(
          () -> {
            int wrong = 0;
            for (int use = 0; use < 5000; use++) {
              String key = "key " + ThreadLocalRandom.current().nextInt(5);
              try (Lease<Thing> lease = cache.lease(key)) {
                boolean right = lease.value().name.equals(key);
                wrong += right && lease.value().closings.get() == 0 ? 0 : 1;
              }
            }
            return wrong;
          });
    }
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (Future<Integer> wrong : threads.invokeAll(calls)) {
        assertThat(wrong.get()).isZero();
      }
    }
    cache.close();
    assertThat(closed).as("what was made is closed once").hasSameSizeAs(made);
  }

  @Test
  void closesTheOthersToo() {
    use("stubborn a", "b");
    assertThatThrownBy(cache::close).isInstanceOf(OpenClException.class);
    assertThat(closed).containsExactly("stubborn a", "b");
  }

  @Test
  void servesWhoPushesOutWhatCannotBeClosed() {
    use("stubborn a", "b");
    assertThatCode(() -> use("c")).doesNotThrowAnyException();
    assertThat(closed).containsExactly("stubborn a");
    Lease<Thing> stubborn = cache.lease("stubborn d");
    use("e", "f");
    assertThatCode(stubborn::close).doesNotThrowAnyException();
    assertThat(closed).contains("stubborn d");
  }

  @Test
  void pushesOutWhatIsTooHeavyTogether() {
    try (LeaseCache<String, Thing> heavy = new LeaseCache<>(10, 6, String::length, Thing::new)) {
      for (String key : List.of("a", "bb", "ccc", "a", "dd")) {
        heavy.lease(key).close();
      }
      assertThat(closed).containsExactly("bb");
      heavy.lease("eeeeee").close();
      assertThat(closed).containsExactly("bb", "ccc", "a", "dd");
      heavy.lease("f").close();
      assertThat(closed).containsExactly("bb", "ccc", "a", "dd", "eeeeee");
      assertThat(heavy.size()).isEqualTo(1);
    }
  }
}

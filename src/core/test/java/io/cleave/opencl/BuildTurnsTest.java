package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.fake.FakeStore;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Whether two sessions build at the same time.
class BuildTurnsTest {
  private static final KernelVariant VARIANT = KernelVariant.of("copy_rows", Map.of());

  /// Where two builds meet, if they are under way at the same time.
  private final CyclicBarrier meeting = new CyclicBarrier(2);

  private record Kernel(KernelVariant variant) implements ClKernel {
    @Override
    public void close() {}
  }

  /// A session that can only build, and waits for another build for so long.
  private ClSession<?, ?> session(String platform, long millis) {
    DeviceInfo facts = FakeStore.processor(platform);
    return (ClSession<?, ?>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ClSession.class},
            (_, method, _) -> method.getName().equals("facts") ? facts : build(millis));
  }

  private ClKernel build(long millis) throws Exception {
    meeting.await(millis, TimeUnit.MILLISECONDS);
    return new Kernel(VARIANT);
  }

  private boolean meet(String platform, long millis) throws Exception {
    try (Programs one = new Programs(session(platform, millis));
        Programs other = new Programs(session(platform, millis));
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Callable<Boolean>> jobs = List.of(() -> isBuilt(one), () -> isBuilt(other));
      for (Future<Boolean> job : threads.invokeAll(jobs)) {
        if (!job.get()) {
          return false;
        }
      }
      return true;
    }
  }

  private static boolean isBuilt(Programs programs) {
    try {
      programs.lease(VARIANT).close();
      return true;
    } catch (RuntimeException e) {
      // A proxy wraps what is no failure of a session: here that nobody else came.
      return false;
    }
  }

  @Test
  void intelsDriverBuildsOnceAtATime() throws Exception {
    assertThat(meet("Intel(R) OpenCL", 300)).isFalse();
  }

  @Test
  void othersBuildAtTheSameTime() throws Exception {
    assertThat(meet("Portable Computing Language", 20_000)).isTrue();
  }
}

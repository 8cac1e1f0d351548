package io.cleave.opencl.lwjgl;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.opencl.run.RouteContract;
import io.cleave.opencl.run.SplitRecordingContract;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.spi.SplitterContract;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// The contract on a processor: in place, and as if it were a GPU with memory of its own.
@Tag("device")
@Tag("long")
class LwjglSplitterTest {
  private static final long SLAB_BYTES = 1 << 14;

  private static @Nullable TestSplitters<Long, Long> shared;

  @BeforeAll
  static void share() {
    shared = new TestSplitters<>(new LwjglApi()).share();
  }

  @AfterAll
  static void end() {
    if (shared != null) {
      shared.close();
    }
  }

  private static TestSplitters<Long, Long> splitters() {
    return Objects.requireNonNull(shared);
  }

  @Nested
  final class InPlace extends SplitterContract {
    @Override
    protected boolean worksInPlace() {
      return true;
    }

    @Override
    protected Splitter open() {
      return splitters().inPlace(Route.AUTO);
    }
  }

  @Nested
  final class AsOnAGpuByTheSlab extends SplitterContract {
    @Override
    protected Splitter open() {
      return splitters().asOnAGpu(Route.AUTO, SLAB_BYTES);
    }
  }

  @Nested
  final class AsOnAGpu extends SplitterContract {
    @Override
    protected boolean refusesLongRows() {
      return true;
    }

    @Override
    protected Splitter open() {
      return splitters().asOnAGpu(Route.FUSED);
    }
  }

  @Nested
  final class ByEveryRoute extends RouteContract {
    @Override
    protected TestSplitters<?, ?> splitters() {
      return LwjglSplitterTest.splitters();
    }
  }

  @Nested
  final class WhileRecorded extends SplitRecordingContract {
    @Override
    protected TestSplitters<?, ?> splitters() {
      return new TestSplitters<>(new LwjglApi());
    }
  }
}

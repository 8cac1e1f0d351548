package io.cleave.opencl.jocl;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.opencl.run.SplitRecordingContract;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.JoclApi;
import io.cleave.spi.SplitterContract;
import java.util.Objects;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// The contract on a processor, in place and as if it were a GPU, as far as it depends on the
/// binding.
@Tag("device")
@Tag("long")
class JoclSplitterTest {
  private static final long SLAB_BYTES = 1 << 14;

  private static @Nullable TestSplitters<cl_mem, cl_event> shared;

  @BeforeAll
  static void share() {
    shared = new TestSplitters<>(new JoclApi()).share();
  }

  @AfterAll
  static void end() {
    if (shared != null) {
      shared.close();
    }
  }

  private static TestSplitters<cl_mem, cl_event> splitters() {
    return Objects.requireNonNull(shared);
  }

  /// LWJGL's twin compiles for all of it.
  abstract static class Briefly extends SplitterContract {
    @Override
    protected boolean isBrief() {
      return true;
    }
  }

  @Nested
  final class InPlace extends Briefly {
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
  final class AsOnAGpuByTheSlab extends Briefly {
    @Override
    protected Splitter open() {
      return splitters().asOnAGpu(Route.AUTO, SLAB_BYTES);
    }
  }

  @Nested
  final class WhileRecorded extends SplitRecordingContract {
    @Override
    protected TestSplitters<?, ?> splitters() {
      return new TestSplitters<>(new JoclApi());
    }
  }
}

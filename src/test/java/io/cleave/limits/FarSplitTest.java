package io.cleave.limits;

import io.cleave.Splitters;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.TestSplitters;
import io.cleave.opencl.jocl.JoclBinding;
import io.cleave.opencl.lwjgl.LwjglBinding;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// Who splits what lies beyond 4 GiB: plain Java by either kind of kernels, and PoCL.
class FarSplitTest {
  @Nested
  final class ByPlainKernels extends FarSplitContract {
    @Override
    Splitter open() {
      return CpuSplitter.open(1, CpuKernels.PLAIN);
    }
  }

  @Nested
  final class ByVectors extends FarSplitContract {
    @Override
    Splitter open() {
      return CpuSplitter.open(3, CpuKernels.VECTOR);
    }
  }

  @Nested
  final class ByTheFastest extends FarSplitContract {
    @Override
    Splitter open() {
      return Splitters.open();
    }
  }

  @Nested
  @Tag("device")
  final class OnADeviceInPlace extends FarSplitContract {
    @Override
    boolean isDevice() {
      return true;
    }

    @Override
    Splitter open() {
      return new TestSplitters<>(new LwjglBinding()).inPlace(RouteName.AUTO);
    }
  }

  @Nested
  @Tag("device")
  final class OnADeviceBySlabs extends FarSplitContract {
    @Override
    boolean isDevice() {
      return true;
    }

    @Override
    boolean holdsLittle() {
      return true;
    }

    @Override
    Splitter open() {
      return new TestSplitters<>(new JoclBinding()).inPlace(RouteName.AUTO, 1 << 28);
    }
  }

  @Nested
  @Tag("device")
  final class OnADeviceThereAndBack extends FarSplitContract {
    @Override
    boolean isDevice() {
      return true;
    }

    @Override
    boolean holdsLittle() {
      return true;
    }

    @Override
    Splitter open() {
      return new TestSplitters<>(new JoclBinding()).thereAndBack(RouteName.AUTO, 1 << 28);
    }
  }
}

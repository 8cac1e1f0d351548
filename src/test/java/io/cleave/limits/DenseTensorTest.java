package io.cleave.limits;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.TestSplitters;
import io.cleave.opencl.lwjgl.LwjglBinding;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// Who splits a whole tensor above 4 GiB: plain Java, and PoCL, 256 MiB at once.
class DenseTensorTest {
  @Nested
  final class ByVectors extends DenseTensorContract {
    @Override
    Splitter open() {
      return CpuSplitter.open(2, CpuKernels.VECTOR);
    }

    @Override
    String reasonOfManyRows() {
      return "";
    }

    @Override
    String reasonOfLongRows() {
      return "";
    }
  }

  @Nested
  @Tag("device")
  final class OnADeviceBySlabs extends DenseTensorContract {
    @Override
    Splitter open() {
      return new TestSplitters<>(new LwjglBinding()).inPlace(RouteName.AUTO, 1 << 28);
    }

    @Override
    String reasonOfManyRows() {
      return "in 19 slabs of ";
    }

    @Override
    String reasonOfLongRows() {
      return "too few rows fit the device at once";
    }
  }

  /// In slabs of 64 MiB, of which two take turns.
  @Nested
  @Tag("device")
  final class OnADeviceThereAndBack extends DenseTensorContract {
    @Override
    Splitter open() {
      return new TestSplitters<>(new LwjglBinding()).thereAndBack(RouteName.AUTO, 1 << 28);
    }

    @Override
    String reasonOfManyRows() {
      return "in 73 slabs of ";
    }

    @Override
    String reasonOfLongRows() {
      return "too few rows fit the device at once";
    }
  }
}

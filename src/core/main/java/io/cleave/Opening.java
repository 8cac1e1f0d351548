package io.cleave;

import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.Obstacle;
import io.cleave.opencl.session.OpenCl;
import io.cleave.tune.TunedSplitters;
import io.cleave.tune.TuningFile;
import io.cleave.tune.TuningMode;
import java.util.List;

/// Finds devices and opens splitters. The one class of this package that uses the packages of
/// splitters, which implement its interfaces.
final class Opening {
  private Opening() {}

  static List<Device> devices() {
    return OpenCl.all();
  }

  static List<String> problems() {
    return OpenCl.obstacles().stream().map(Obstacle::toString).toList();
  }

  static Device cpu(int threads) {
    return CpuSplitter.describe(threads);
  }

  static Splitter splitter() {
    return TunedSplitters.open(TuningMode.usualOr(TuningMode.MEASURE), TuningFile::usual);
  }

  static Splitter splitter(Device device, Route route) {
    return TunedSplitters.open(device, Binding.AUTO, route);
  }
}

package io.cleave.opencl.session;

import io.cleave.opencl.JoclSplitter;
import io.cleave.opencl.LwjglSplitter;
import java.util.List;
import java.util.Objects;

/// The program of [MissingLibrariesTest]: does what its arguments say twice, and prints what is
/// missing.
final class SearchInAProcess {
  private SearchInAProcess() {}

  static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      missing(args[0]).forEach(IO::println);
    }
  }

  private static List<String> missing(String what) {
    return switch (what) {
      case "lwjgl" -> lines(DeviceSearch.run(new LwjglApi()).obstacles());
      case "jocl" -> lines(DeviceSearch.run(new JoclApi()).obstacles());
      case "borrow lwjgl" -> thrown(() -> LwjglSplitter.borrow(1, 1).close());
      case "borrow jocl" -> thrown(() -> JoclSplitter.borrow(null, null).close());
      case "auto" -> List.of("missing lwjgl: " + OpenCl.automatic().getFirst().api().binding());
      default ->
          lines(OpenCl.obstacles()).stream()
              .filter(line -> line.matches("missing (jocl|OpenCL|.*/gone.icd):.*"))
              .toList();
    };
  }

  private static List<String> lines(List<Obstacle> obstacles) {
    return obstacles.stream().map(obstacle -> "missing " + obstacle).toList();
  }

  private static List<String> thrown(Runnable call) {
    try {
      call.run();
      return List.of();
    } catch (IllegalStateException e) {
      return List.of(
          "missing %s %s"
              .formatted(e.getMessage(), Objects.requireNonNull(e.getCause()).getClass()));
    }
  }
}

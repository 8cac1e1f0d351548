package io.cleave.cpu;

import io.cleave.backend.Route;
import io.cleave.plan.Unit;
import java.util.List;

/// Says how [CpuSplitter] carries a plan out.
final class CpuRoute {
  private CpuRoute() {}

  /// Elements without a size stand in no memory.
  static Route ofStrings() {
    return of("plain Java", new Route.Step("copy references", "strings stand in arrays"));
  }

  /// @param threads how many share the work if the memory lets them
  static Route of(Program program, int threads, CpuKernels kernels) {
    long most = Math.max(1, Math.min(threads, program.pieces()));
    String by = most == 1 ? "by the calling thread" : "by %s threads".formatted(most);
    String reason =
        program.plan().unit() == Unit.BIT ? CpuKernels.PLAIN.toString() : kernels.toString();
    return of(reason, new Route.Step("%s, %s".formatted(program.action(), by), program.reason()));
  }

  private static Route of(String reason, Route.Step step) {
    return new Route("cpu", reason, List.of(step));
  }
}

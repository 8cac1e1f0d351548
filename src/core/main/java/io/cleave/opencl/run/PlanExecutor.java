package io.cleave.opencl.run;

import io.cleave.spi.Scope;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Executor of one plan for memory of one kind, on a device or on the host.
interface PlanExecutor extends Scope {
  /// Splits, and returns when all parts are written.
  void run(MemorySegment data, List<MemorySegment> parts);

  @Override
  default void close() {}
}

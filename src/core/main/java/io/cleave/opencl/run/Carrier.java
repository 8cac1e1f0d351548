package io.cleave.opencl.run;

import io.cleave.spi.Scope;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// What carries out the splits of one plan, in memory of one kind: a device, or the host.
interface Carrier extends Scope {
  /// Splits, and returns when all parts are written.
  void run(MemorySegment data, List<MemorySegment> parts);

  @Override
  default void close() {}
}

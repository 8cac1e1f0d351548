package io.cleave.cpu.loops;

import io.cleave.convert.Definition;
import java.lang.foreign.MemorySegment;

/// Decodes, calculates, encodes.
final class StepConverter extends PartConverter {
  private final ArrayLoop decoding;
  private final StepEncoding encoding;

  StepConverter(Definition definition, ArrayKernels kernels) {
    super(definition.target());
    this.decoding = kernels.decoding(definition, StepDecoding.of(definition));
    this.encoding = StepEncoding.of(definition.source(), definition.target(), kernels);
  }

  @Override
  void step(Bench bench, int first, int count, MemorySegment part, long at) {
    decoding.convert(bench.array, first, bench.steps.values, count);
    encoding.encode(bench.steps, count, part, at);
  }
}

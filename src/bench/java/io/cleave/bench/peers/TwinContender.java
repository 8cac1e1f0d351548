package io.cleave.bench.peers;

import io.cleave.bench.Contender;
import io.cleave.bench.Label;
import io.cleave.bench.Run;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;

/// Cleave in plain Java. Its parts are those that the others' are compared with.
final class TwinContender implements Contender {
  @Override
  public Label label() {
    return new Label(
        "cleave", "", "cpu, %s threads".formatted(CpuSplitter.describe().computeUnits()));
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    Outputs outputs = new Outputs(plan);
    List<MemorySegment> parts =
        IntStream.range(0, plan.partCount()).mapToObj(outputs::part).toList();
    return new TwinRun(CpuSplitter.open(), plan, data, parts, outputs);
  }

  private record TwinRun(
      CpuSplitter splitter,
      SplitPlan plan,
      MemorySegment data,
      List<MemorySegment> parts,
      Outputs outputs)
      implements Run {
    @Override
    public void once() {
      splitter.split(plan, data, parts);
    }

    @Override
    public MemorySegment part(int index) {
      return parts.get(index);
    }

    @Override
    public void close() {
      splitter.close();
      outputs.close();
    }
  }
}

package io.cleave.bench.openvino;

import io.cleave.bench.Closing;
import io.cleave.bench.Run;
import io.cleave.ir.SplitModel;
import io.cleave.openvino.runtime.OpenVinoObject;
import io.cleave.openvino.runtime.OpenVinoOps;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A model made for one plan, with its input and outputs bound to memory that exists before.
final class OpenVinoRun implements Run {
  /// The plugin copies an input that begins elsewhere, at every request.
  private static final long ALIGNMENT = 64;

  /// All that must be closed, in the order in which it was opened.
  private final List<AutoCloseable> opened = new ArrayList<>();

  private final OpenVinoOps ops;
  private final OpenVinoType type;
  private final List<MemorySegment> outputs;
  private final OpenVinoObject request;

  /// @param properties how the plugin shall work
  OpenVinoRun(
      OpenVinoOps ops,
      OpenVinoObject core,
      Map<String, String> properties,
      SplitPlan plan,
      MemorySegment data) {
    this.ops = ops;
    this.type = OpenVinoType.of(plan);
    Arena arena = opened(Arena.ofShared());
    this.outputs =
        plan.parts().stream().map(part -> arena.allocate(part.bytes(), ALIGNMENT)).toList();
    try {
      OpenVinoObject model = opened(model(core, plan));
      this.request = opened(ops.request(opened(ops.compiled(core, model, properties))));
      bind(plan, data);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T opened(T thing) {
    opened.add(thing);
    return thing;
  }

  private OpenVinoObject model(OpenVinoObject core, SplitPlan plan) {
    SplitModel model =
        SplitModel.of(
            SplitPlan.byLengths(
                Shape.of(type.extents(plan.shape())), type.type(), plan.axis(), plan.lengths()));
    MemorySegment content = MemorySegment.ofArray(model.weights());
    long[] bytes = {content.byteSize()};
    // The model's constants stay where they are.
    MemorySegment weights = opened(Arena.ofShared()).allocate(bytes[0], Long.BYTES);
    weights.copyFrom(content);
    OpenVinoObject tensor = opened(ops.tensor(OpenVinoType.BYTE.code(), bytes, weights));
    return ops.model(core, model.xml(), tensor);
  }

  private void bind(SplitPlan plan, MemorySegment data) {
    MemorySegment input = aligned(data);
    ops.bindInput(request, 0, opened(ops.tensor(type.code(), type.extents(plan.shape()), input)));
    for (Part part : plan.parts()) {
      long[] extents = type.extents(part.shape());
      MemorySegment memory = outputs.get(part.index());
      ops.bindOutput(request, part.index(), opened(ops.tensor(type.code(), extents, memory)));
    }
  }

  private MemorySegment aligned(MemorySegment data) {
    if (data.isNative() && data.address() % ALIGNMENT == 0) {
      return data;
    }
    MemorySegment copy = opened(Arena.ofShared()).allocate(data.byteSize(), ALIGNMENT);
    return copy.copyFrom(data);
  }

  @Override
  public void once() {
    ops.infer(request);
  }

  @Override
  public MemorySegment part(int index) {
    return outputs.get(index);
  }

  @Override
  public void close() {
    Closing.all(opened);
  }
}

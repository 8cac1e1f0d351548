package io.cleave.bench.peers;

import ai.djl.engine.Engine;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import io.cleave.bench.Resources;
import io.cleave.cli.Candidate.Prepared;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// PyTorch through DJL, on all processors. Its split gives views, so each is copied (`copy_`) into
/// a tensor around given memory: on a CPU that is all that PyTorch's own `split_with_sizes_copy`
/// with `out` does. Cloning the views instead takes two to three times as long at A, B and H, in
/// allocating anew.
final class PyTorchPeer extends Peer {
  static {
    // The natives are on the class path; nothing is downloaded or reported.
    System.setProperty("ai.djl.offline", "true");
    System.setProperty("OPT_OUT_TRACKING", "true");
    System.setProperty("ai.djl.pytorch.num_threads", String.valueOf(PROCESSORS));
  }

  private final Engine engine = Engine.getEngine("PyTorch");

  PyTorchPeer() {
    super("PyTorch", "pytorch", "%s threads, own outputs".formatted(PROCESSORS));
  }

  @Override
  Prepared split(SplitPlan plan, int wanted, MemorySegment data, Resources resources) {
    List<MemorySegment> outputs = outputs(plan, resources);
    PtNDManager manager = (PtNDManager) resources.add(engine.newBaseManager());
    DataType type = type(plan);
    PtNDArray input = manager.create(buffer(data), new Shape(plan.data().shape().extents()), type);
    List<PtNDArray> parts = new ArrayList<>();
    for (Part part : plan.parts()) {
      Shape shape = new Shape(part.shape().extents());
      parts.add(manager.create(buffer(outputs.get(part.index())), shape, type));
    }
    return new Prepared(() -> split(plan, input, parts), outputs::get, resources::close);
  }

  private static void split(SplitPlan plan, PtNDArray input, List<PtNDArray> parts) {
    try (var views = JniUtils.split(input, plan.lengths(), plan.axis())) {
      for (int i = 0; i < parts.size(); i++) {
        PtNDArray view = (PtNDArray) views.get(i);
        long[] extents = view.getShape().getShape();
        long[] steps = new long[extents.length];
        Arrays.fill(steps, 1);
        JniUtils.indexSet(parts.get(i), view, new long[extents.length], extents, steps);
      }
    }
  }

  private static DataType type(SplitPlan plan) {
    return switch (plan.data().type().bits()) {
      case 8 -> DataType.UINT8;
      case 16 -> DataType.FLOAT16;
      case 32 -> DataType.FLOAT32;
      default -> DataType.FLOAT64;
    };
  }
}

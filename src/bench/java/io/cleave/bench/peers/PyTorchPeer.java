package io.cleave.bench.peers;

import ai.djl.engine.Engine;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import io.cleave.bench.Contender;
import io.cleave.bench.Label;
import io.cleave.bench.Run;
import io.cleave.bench.convert.Planes;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// PyTorch through DJL, on all processors. Its split gives views, so each is copied (`copy_`) into
/// a tensor around memory that exists before: on a CPU that is all that PyTorch's own
/// `split_with_sizes_copy` with `out` does. Cloning the views instead takes two to three times as
/// long at A, B and H, in allocating anew.
public final class PyTorchPeer implements Contender {
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  static {
    // The natives are on the class path; nothing is fetched and nobody is told.
    System.setProperty("ai.djl.offline", "true");
    System.setProperty("OPT_OUT_TRACKING", "true");
    System.setProperty("ai.djl.pytorch.num_threads", String.valueOf(THREADS));
  }

  private final Engine engine = Engine.getEngine("PyTorch");

  @Override
  public Label label() {
    return new Label("pytorch", "", "%s threads, own outputs".formatted(THREADS));
  }

  @Override
  public String refusal(SplitPlan plan) {
    return Refusals.of("PyTorch", plan);
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    PtNDManager manager = (PtNDManager) engine.newBaseManager();
    return Planes.of(plan)
        .<Run>map(planes -> new PyTorchPlanes(manager, planes, data))
        .orElseGet(() -> split(manager, plan, data));
  }

  private static Run split(PtNDManager manager, SplitPlan plan, MemorySegment data) {
    Outputs outputs = new Outputs(plan);
    DataType type = type(plan);
    PtNDArray input = manager.create(Outputs.buffer(data), new Shape(plan.shape().extents()), type);
    List<PtNDArray> parts = new ArrayList<>();
    for (Part part : plan.parts()) {
      ByteBuffer memory = outputs.buffer(part.index());
      parts.add(manager.create(memory, new Shape(part.shape().extents()), type));
    }
    return new PyTorchRun(manager, input, plan, parts, outputs);
  }

  private static DataType type(SplitPlan plan) {
    return switch (plan.type().bits()) {
      case 8 -> DataType.UINT8;
      case 16 -> DataType.FLOAT16;
      case 32 -> DataType.FLOAT32;
      default -> DataType.FLOAT64;
    };
  }

  private record PyTorchRun(
      PtNDManager manager, PtNDArray input, SplitPlan plan, List<PtNDArray> parts, Outputs outputs)
      implements Run {
    @Override
    public void once() {
      try (var views = JniUtils.split(input, plan.lengths(), plan.axis())) {
        for (int i = 0; i < parts.size(); i++) {
          copy((PtNDArray) views.get(i), parts.get(i));
        }
      }
    }

    private static void copy(PtNDArray from, PtNDArray to) {
      long[] extents = to.getShape().getShape();
      long[] steps = new long[extents.length];
      Arrays.fill(steps, 1);
      JniUtils.indexSet(to, from, new long[extents.length], extents, steps);
    }

    @Override
    public MemorySegment part(int index) {
      return outputs.part(index);
    }

    @Override
    public void close() {
      manager.close();
      outputs.close();
    }
  }
}

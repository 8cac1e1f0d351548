package io.cleave.bench.peers;

import static org.tensorflow.internal.c_api.global.tensorflow.TFE_DeleteContextOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_NewContext;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_NewContextOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DOUBLE;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_FLOAT;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_HALF;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_UINT8;

import io.cleave.bench.Contender;
import io.cleave.bench.Label;
import io.cleave.bench.Run;
import io.cleave.bench.convert.Planes;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import org.tensorflow.internal.c_api.TFE_Context;
import org.tensorflow.internal.c_api.TFE_ContextOptions;
import org.tensorflow.internal.c_api.TF_Status;

/// TensorFlow, eagerly: `SplitV`, whose outputs TensorFlow allocates anew each time, on as many
/// threads as it takes by itself.
///
/// Its C interface is called directly. The Java classes above it leave freeing an eager result to
/// the garbage collector, which does not know how large that is.
public final class TensorFlowPeer implements Contender {
  private final TFE_Context context = newContext();

  private static TFE_Context newContext() {
    TF_Status status = TF_Status.newStatus();
    TFE_ContextOptions options = TFE_NewContextOptions();
    TFE_Context context = TFE_NewContext(options, status);
    TFE_DeleteContextOptions(options);
    status.throwExceptionIfNotOK();
    return context;
  }

  @Override
  public Label label() {
    // One for each processor is TensorFlow's own choice.
    int threads = Runtime.getRuntime().availableProcessors();
    return new Label("tensorflow", "", "%s threads, eager".formatted(threads));
  }

  @Override
  public String refusal(SplitPlan plan) {
    return Refusals.of("TensorFlow", plan);
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    return Planes.of(plan)
        .<Run>map(planes -> new EagerPlanes(context, planes, data))
        .orElseGet(() -> new EagerSplit(context, plan, type(plan), data));
  }

  private static int type(SplitPlan plan) {
    return switch (plan.type().bits()) {
      case 8 -> TF_UINT8;
      case 16 -> TF_HALF;
      case 32 -> TF_FLOAT;
      default -> TF_DOUBLE;
    };
  }
}

package io.cleave.bench.peers;

import static org.tensorflow.internal.c_api.global.tensorflow.TFE_DeleteContextOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_NewContext;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_NewContextOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DOUBLE;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_FLOAT;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_HALF;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_UINT8;

import io.cleave.bench.Resources;
import io.cleave.cli.bench.Trial;
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
final class TensorFlowPeer extends Peer {
  private final TFE_Context context = newContext();

  TensorFlowPeer() {
    // TensorFlow's own choice is a thread for each processor.
    super("TensorFlow", "tensorflow", "%s threads, eager".formatted(PROCESSORS));
  }

  private static TFE_Context newContext() {
    TF_Status status = TF_Status.newStatus();
    TFE_ContextOptions options = TFE_NewContextOptions();
    TFE_Context context = TFE_NewContext(options, status);
    TFE_DeleteContextOptions(options);
    status.throwExceptionIfNotOK();
    return context;
  }

  @Override
  Trial split(SplitPlan plan, int wanted, MemorySegment data, Resources resources) {
    TensorFlowSplit split = new TensorFlowSplit(context, plan, type(plan), data);
    return new Trial(split::run, split::part, split::close);
  }

  private static int type(SplitPlan plan) {
    return switch (plan.data().type().bits()) {
      case 8 -> TF_UINT8;
      case 16 -> TF_HALF;
      case 32 -> TF_FLOAT;
      default -> TF_DOUBLE;
    };
  }
}

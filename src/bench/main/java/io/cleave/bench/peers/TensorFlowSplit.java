package io.cleave.bench.peers;

import static org.tensorflow.internal.c_api.global.tensorflow.TFE_DeleteTensorHandle;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_TensorHandleDevicePointer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_INT32;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_INT64;

import io.cleave.cli.bench.Trial;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.tensorflow.internal.c_api.TFE_Context;
import org.tensorflow.internal.c_api.TFE_TensorHandle;
import org.tensorflow.internal.c_api.TF_Status;

/// An eager `SplitV`.
///
/// Along the outermost axis TensorFlow's parts alias its input. Such parts are copied (`DeepCopy`),
/// so that all are in memory of their own.
final class TensorFlowSplit implements Trial {
  private final TF_Status status = TF_Status.newStatus();
  private final EagerOps ops;
  private final SplitPlan plan;
  private final int type;

  /// Data, lengths and axis.
  private final List<TFE_TensorHandle> inputs;

  private List<TFE_TensorHandle> parts = List.of();

  TensorFlowSplit(TFE_Context context, SplitPlan plan, int type, MemorySegment data) {
    this.ops = new EagerOps(context, status);
    this.plan = plan;
    this.type = type;
    this.inputs =
        List.of(
            ops.around(type, plan.data().shape().extents(), Peer.buffer(data)),
            ops.copyOf(TF_INT64, new long[] {plan.partCount()}, lengths(plan)),
            ops.copyOf(TF_INT32, new long[0], axis(plan)));
  }

  private static ByteBuffer lengths(SplitPlan plan) {
    long[] lengths = plan.lengths();
    ByteBuffer bytes = ByteBuffer.allocateDirect(lengths.length * Long.BYTES);
    bytes.order(ByteOrder.nativeOrder()).asLongBuffer().put(lengths);
    return bytes;
  }

  private static ByteBuffer axis(SplitPlan plan) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
    return bytes.putInt(0, plan.axis());
  }

  @Override
  public void run() {
    release();
    parts = ops.splitV(inputs, type, plan.partCount());
    if (parts.stream().anyMatch(this::isAlias)) {
      List<TFE_TensorHandle> aliases = parts;
      parts = new ArrayList<>();
      aliases.forEach(alias -> parts.add(ops.deepCopy(alias, type)));
      aliases.forEach(alias -> TFE_DeleteTensorHandle(alias));
    }
  }

  private boolean isAlias(TFE_TensorHandle part) {
    long into = address(part) - address(inputs.getFirst());
    return into >= 0 && into < plan.data().bytes();
  }

  private long address(TFE_TensorHandle handle) {
    return pointer(handle).address();
  }

  private Pointer pointer(TFE_TensorHandle handle) {
    Pointer pointer = TFE_TensorHandleDevicePointer(handle, status);
    status.throwExceptionIfNotOK();
    return pointer;
  }

  @Override
  public MemorySegment part(int index) {
    long bytes = plan.part(index).bytes();
    return MemorySegment.ofBuffer(pointer(parts.get(index)).capacity(bytes).asByteBuffer());
  }

  private void release() {
    parts.forEach(part -> TFE_DeleteTensorHandle(part));
    parts = List.of();
  }

  @Override
  public void close() {
    release();
    inputs.forEach(input -> TFE_DeleteTensorHandle(input));
    status.delete();
  }
}

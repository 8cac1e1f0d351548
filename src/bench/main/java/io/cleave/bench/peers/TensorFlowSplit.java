package io.cleave.bench.peers;

import static org.tensorflow.internal.c_api.global.tensorflow.TFE_DeleteOp;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_DeleteTensorHandle;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_Execute;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_NewOp;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_NewTensorHandle;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_OpAddInput;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_OpSetAttrInt;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_OpSetAttrType;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_TensorHandleDevicePointer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_INT32;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_INT64;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TensorData;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.tensorflow.internal.c_api.TFE_Context;
import org.tensorflow.internal.c_api.TFE_Op;
import org.tensorflow.internal.c_api.TFE_TensorHandle;
import org.tensorflow.internal.c_api.TF_Status;
import org.tensorflow.internal.c_api.TF_Tensor;

/// An eager `SplitV`.
///
/// Along the outermost axis TensorFlow's parts alias its input. Such parts are copied (`DeepCopy`),
/// so that all are in memory of their own.
final class TensorFlowSplit {
  private final TF_Status status = TF_Status.newStatus();
  private final TFE_Context context;
  private final SplitPlan plan;
  private final int type;

  /// Data, lengths and axis.
  private final List<TFE_TensorHandle> inputs;

  private List<TFE_TensorHandle> parts = List.of();

  TensorFlowSplit(TFE_Context context, SplitPlan plan, int type, MemorySegment data) {
    this.context = context;
    this.plan = plan;
    this.type = type;
    this.inputs =
        List.of(
            around(plan.data().shape().extents(), Peer.buffer(data)),
            copyOf(TF_INT64, new long[] {plan.partCount()}, lengths(plan)),
            copyOf(TF_INT32, new long[0], axis(plan)));
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

  /// Splits once.
  void run() {
    release();
    parts = splitV();
    if (parts.stream().anyMatch(this::isAlias)) {
      List<TFE_TensorHandle> aliases = parts;
      parts = new ArrayList<>();
      aliases.forEach(alias -> parts.add(execute(newOp("DeepCopy", List.of(alias)), 1).getFirst()));
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

  /// A part as the last run made it.
  MemorySegment part(int index) {
    long bytes = plan.part(index).bytes();
    return MemorySegment.ofBuffer(pointer(parts.get(index)).capacity(bytes).asByteBuffer());
  }

  private void release() {
    parts.forEach(part -> TFE_DeleteTensorHandle(part));
    parts = List.of();
  }

  /// Releases everything.
  void close() {
    release();
    inputs.forEach(input -> TFE_DeleteTensorHandle(input));
    status.delete();
  }

  /// A tensor around memory that outlives it. TensorFlow copies memory that is not aligned to 64
  /// bytes.
  private TFE_TensorHandle around(long[] extents, ByteBuffer memory) {
    return handle(TF_Tensor.newTensor(type, extents, new BytePointer(memory)));
  }

  private TFE_TensorHandle copyOf(int kind, long[] extents, ByteBuffer values) {
    TF_Tensor tensor = TF_Tensor.allocateTensor(kind, extents, values.capacity());
    TF_TensorData(tensor).capacity(values.capacity()).asByteBuffer().put(values);
    return handle(tensor);
  }

  private TFE_TensorHandle handle(TF_Tensor tensor) {
    TFE_TensorHandle handle = TFE_NewTensorHandle(tensor, status);
    // Not by the C call of that name: the garbage collector would delete it again.
    tensor.delete();
    status.throwExceptionIfNotOK();
    return handle;
  }

  private List<TFE_TensorHandle> splitV() {
    TFE_Op op = newOp("SplitV", inputs);
    TFE_OpSetAttrInt(op, "num_split", plan.partCount());
    TFE_OpSetAttrType(op, "Tlen", TF_INT64);
    return execute(op, plan.partCount());
  }

  private TFE_Op newOp(String name, List<TFE_TensorHandle> arguments) {
    TFE_Op op = TFE_NewOp(context, name, status);
    status.throwExceptionIfNotOK();
    for (TFE_TensorHandle input : arguments) {
      TFE_OpAddInput(op, input, status);
      status.throwExceptionIfNotOK();
    }
    TFE_OpSetAttrType(op, "T", type);
    return op;
  }

  private List<TFE_TensorHandle> execute(TFE_Op op, int count) {
    try (var results = new PointerPointer<TFE_TensorHandle>(count);
        var counter = new IntPointer(1)) {
      TFE_Execute(op, results, counter.put(count), status);
      status.throwExceptionIfNotOK();
      List<TFE_TensorHandle> handles = new ArrayList<>(count);
      IntStream.range(0, count).forEach(i -> handles.add(results.get(TFE_TensorHandle.class, i)));
      return handles;
    } finally {
      TFE_DeleteOp(op);
    }
  }
}

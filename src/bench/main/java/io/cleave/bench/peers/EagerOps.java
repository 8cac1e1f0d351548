package io.cleave.bench.peers;

import static org.tensorflow.internal.c_api.global.tensorflow.TFE_DeleteOp;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_Execute;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_NewOp;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_NewTensorHandle;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_OpAddInput;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_OpSetAttrInt;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_OpSetAttrType;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_INT64;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TensorData;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.PointerPointer;
import org.tensorflow.internal.c_api.TFE_Context;
import org.tensorflow.internal.c_api.TFE_Op;
import org.tensorflow.internal.c_api.TFE_TensorHandle;
import org.tensorflow.internal.c_api.TF_Status;
import org.tensorflow.internal.c_api.TF_Tensor;

/// The operations of TensorFlow's eager C interface that a split takes. The caller deletes the
/// handles that it gets.
record EagerOps(TFE_Context context, TF_Status status) {
  /// A tensor around memory that outlives it. TensorFlow copies memory that is not aligned to 64
  /// bytes.
  TFE_TensorHandle around(int type, long[] extents, ByteBuffer memory) {
    return handle(TF_Tensor.newTensor(type, extents, new BytePointer(memory)));
  }

  TFE_TensorHandle copyOf(int type, long[] extents, ByteBuffer values) {
    TF_Tensor tensor = TF_Tensor.allocateTensor(type, extents, values.capacity());
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

  List<TFE_TensorHandle> splitV(List<TFE_TensorHandle> inputs, int type, int parts) {
    TFE_Op op = newOp("SplitV", inputs, type);
    TFE_OpSetAttrInt(op, "num_split", parts);
    TFE_OpSetAttrType(op, "Tlen", TF_INT64);
    return execute(op, parts);
  }

  TFE_TensorHandle deepCopy(TFE_TensorHandle tensor, int type) {
    return execute(newOp("DeepCopy", List.of(tensor), type), 1).getFirst();
  }

  private TFE_Op newOp(String name, List<TFE_TensorHandle> inputs, int type) {
    TFE_Op op = TFE_NewOp(context, name, status);
    status.throwExceptionIfNotOK();
    for (TFE_TensorHandle input : inputs) {
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

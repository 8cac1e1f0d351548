package io.cleave.bench.peers;

import static org.tensorflow.internal.c_api.global.tensorflow.TFE_DeleteTensorHandle;
import static org.tensorflow.internal.c_api.global.tensorflow.TFE_TensorHandleDevicePointer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_FLOAT;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_HALF;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_INT32;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_UINT8;

import io.cleave.cli.bench.Trial;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;
import org.tensorflow.internal.c_api.TFE_Context;
import org.tensorflow.internal.c_api.TFE_TensorHandle;
import org.tensorflow.internal.c_api.TF_Status;

/// Pixels to planes by eager operations: `Transpose` while there is a byte for each value, `Cast`,
/// `Mul`, `AddV2`.
final class EagerPlanes implements Trial {
  private final TF_Status status = TF_Status.newStatus();
  private final EagerOps ops;
  private final Planes planes;
  private final TFE_TensorHandle pixels;
  private final TFE_TensorHandle order;
  private final TFE_TensorHandle scale;
  private final TFE_TensorHandle bias;
  private @Nullable TFE_TensorHandle made;

  EagerPlanes(TFE_Context context, Planes planes, MemorySegment data) {
    this.ops = new EagerOps(context, status);
    this.planes = planes;
    this.pixels = ops.around(TF_UINT8, planes.shape().extents(), Peer.buffer(data));
    this.order = ops.copyOf(TF_INT32, new long[] {4}, axes(0, 3, 1, 2));
    this.scale = channels(planes.scale());
    this.bias = channels(planes.bias());
  }

  private static ByteBuffer axes(int... axes) {
    ByteBuffer bytes = direct(axes.length * Integer.BYTES);
    bytes.asIntBuffer().put(axes);
    return bytes;
  }

  private TFE_TensorHandle channels(float[] values) {
    ByteBuffer bytes = direct(values.length * Float.BYTES);
    bytes.asFloatBuffer().put(values);
    return ops.copyOf(TF_FLOAT, new long[] {values.length, 1, 1}, bytes);
  }

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  @Override
  public void run() {
    release();
    List<TFE_TensorHandle> steps = new ArrayList<>();
    steps.add(ops.transpose(pixels, order, TF_UINT8));
    steps.add(ops.cast(steps.getLast(), TF_UINT8, TF_FLOAT));
    steps.add(ops.of("Mul", steps.getLast(), scale));
    steps.add(ops.of("AddV2", steps.getLast(), bias));
    if (planes.isHalf()) {
      steps.add(ops.cast(steps.getLast(), TF_FLOAT, TF_HALF));
    }
    made = steps.removeLast();
    steps.forEach(step -> TFE_DeleteTensorHandle(step));
  }

  @Override
  public MemorySegment part(int index) {
    Pointer pointer = TFE_TensorHandleDevicePointer(made, status);
    status.throwExceptionIfNotOK();
    ByteBuffer batch = pointer.capacity(planes.bytes()).asByteBuffer();
    return planes.channel(MemorySegment.ofBuffer(batch), index);
  }

  private void release() {
    if (made != null) {
      TFE_DeleteTensorHandle(made);
      made = null;
    }
  }

  @Override
  public void close() {
    release();
    List.of(pixels, order, scale, bias).forEach(handle -> TFE_DeleteTensorHandle(handle));
    status.delete();
  }
}

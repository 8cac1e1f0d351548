package io.cleave.bench.peers;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.cleave.bench.Resources;
import io.cleave.cli.bench.Trial;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Pixels to planes by PyTorch: transposed, as floats, then multiplied and added to in place.
final class PyTorchPlanes implements Trial {
  private final Resources resources;
  private final Planes planes;
  private final NDArray pixels;
  private final NDArray scale;
  private final NDArray bias;
  private @Nullable NDArray made;

  PyTorchPlanes(NDManager manager, Planes planes, MemorySegment data, Resources resources) {
    this.resources = resources;
    this.planes = planes;
    Shape shape = new Shape(planes.shape().extents());
    this.pixels = manager.create(Peer.buffer(data), shape, DataType.UINT8);
    this.scale = manager.create(planes.scale(), new Shape(planes.channels(), 1, 1));
    this.bias = manager.create(planes.bias(), new Shape(planes.channels(), 1, 1));
  }

  @Override
  public void run() {
    release();
    // `to` keeps strides: a copy is what puts planes behind each other.
    try (NDArray view = pixels.transpose(0, 3, 1, 2);
        NDArray bytes = view.duplicate()) {
      NDArray floats = bytes.toType(DataType.FLOAT32, false);
      floats.muli(scale);
      floats.addi(bias);
      made = floats;
      if (planes.isHalf()) {
        made = floats.toType(DataType.FLOAT16, false);
        floats.close();
      }
    }
  }

  @Override
  public MemorySegment part(int index) {
    if (made == null) {
      throw new IllegalStateException("run() first");
    }
    ByteBuffer bytes = made.toByteBuffer();
    ByteBuffer copy = ByteBuffer.allocateDirect(bytes.remaining()).order(ByteOrder.nativeOrder());
    return planes.channel(MemorySegment.ofBuffer(copy.put(bytes).flip()), index);
  }

  private void release() {
    if (made != null) {
      made.close();
      made = null;
    }
  }

  @Override
  public void close() {
    release();
    resources.close();
  }
}

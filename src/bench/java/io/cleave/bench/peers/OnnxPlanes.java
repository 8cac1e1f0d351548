package io.cleave.bench.peers;

import io.cleave.bench.convert.Planes;
import io.cleave.plan.ElementType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// An ONNX model that makes planes of pixels: Transpose first, while there is a byte for each
/// value, which takes a fifth of the time that Cast first does; then Cast, Mul and Add.
final class OnnxPlanes {
  static final String OUTPUT = "planes";

  private static final int FLOAT = 1;
  private static final int UINT8 = 2;
  private static final int FLOAT16 = 10;
  private static final int ATTRIBUTE_OF_INT = 2;
  private static final int ATTRIBUTE_OF_INTS = 7;
  private static final String SCALE = "scale";
  private static final String BIAS = "bias";

  private OnnxPlanes() {}

  static byte[] model(Planes planes) {
    return new Proto()
        .number(1, 8)
        .message(7, graph(planes))
        .message(8, new Proto().text(1, "").number(2, 13))
        .toBytes();
  }

  private static Proto graph(Planes planes) {
    boolean halves = planes.target() == ElementType.F16;
    String sum = halves ? "sum" : OUTPUT;
    Proto graph =
        new Proto()
            .message(1, transpose())
            .message(1, cast("bytes", "floats", FLOAT))
            .message(1, node("Mul", "product", "floats", SCALE))
            .message(1, node("Add", sum, "product", BIAS));
    if (halves) {
      graph.message(1, cast(sum, OUTPUT, FLOAT16));
    }
    return graph
        .text(2, OUTPUT)
        .message(5, channels(SCALE, planes.scale()))
        .message(5, channels(BIAS, planes.bias()))
        .message(11, OnnxModel.value(OnnxModel.INPUT, UINT8, planes.shape()))
        .message(12, OnnxModel.value(OUTPUT, halves ? FLOAT16 : FLOAT, planes.batch()));
  }

  private static Proto transpose() {
    Proto order = new Proto().text(1, "perm");
    for (int axis : new int[] {0, 3, 1, 2}) {
      order.number(8, axis);
    }
    return node("Transpose", "bytes", OnnxModel.INPUT)
        .message(5, order.number(20, ATTRIBUTE_OF_INTS));
  }

  private static Proto cast(String input, String output, int type) {
    Proto to = new Proto().text(1, "to").number(3, type).number(20, ATTRIBUTE_OF_INT);
    return node("Cast", output, input).message(5, to);
  }

  private static Proto node(String operation, String output, String... inputs) {
    Proto node = new Proto();
    for (String input : inputs) {
      node.text(1, input);
    }
    return node.text(2, output).text(4, operation);
  }

  /// A value for each channel, to be broadcast over `NCHW`.
  private static Proto channels(String name, float[] values) {
    ByteBuffer raw = ByteBuffer.allocate(values.length * Float.BYTES);
    raw.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values);
    return new Proto()
        .number(1, values.length)
        .number(1, 1)
        .number(1, 1)
        .number(2, FLOAT)
        .text(8, name)
        .bytes(9, raw.array());
  }
}

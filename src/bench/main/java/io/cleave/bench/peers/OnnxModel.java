package io.cleave.bench.peers;

import ai.onnxruntime.OnnxJavaType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Writes ONNX models. The field numbers are those of `onnx.proto`.
final class OnnxModel {
  static final String INPUT = "data";

  private static final String LENGTHS = "lengths";
  private static final String SCALE = "scale";
  private static final String BIAS = "bias";
  private static final int INT64 = 7;
  private static final int ATTRIBUTE_OF_INT = 2;
  private static final int ATTRIBUTE_OF_INTS = 7;

  /// An element type.
  ///
  /// @param number in ONNX's `TensorProto.DataType`
  /// @param java its name in the binding
  record Type(int number, OnnxJavaType java) {
    private static final Type UINT8 = new Type(2, OnnxJavaType.UINT8);
    private static final Type FLOAT16 = new Type(10, OnnxJavaType.FLOAT16);
    private static final Type FLOAT = new Type(1, OnnxJavaType.FLOAT);
    private static final Type DOUBLE = new Type(11, OnnxJavaType.DOUBLE);

    /// A type as wide as the elements of a plan.
    static Type of(SplitPlan plan) {
      return switch (plan.type().bits()) {
        case 8 -> UINT8;
        case 16 -> FLOAT16;
        case 32 -> FLOAT;
        default -> DOUBLE;
      };
    }
  }

  private OnnxModel() {}

  /// The name of the output of a part.
  static String output(int index) {
    return "part" + index;
  }

  /// A model whose only node is the Split of a plan.
  static byte[] split(SplitPlan plan, Type type) {
    Proto node = new Proto().text(1, INPUT).text(1, LENGTHS);
    Proto graph = new Proto();
    for (Part part : plan.parts()) {
      node.text(2, output(part.index()));
      graph.message(12, value(output(part.index()), type, part.shape()));
    }
    Proto axis = new Proto().text(1, "axis").number(3, plan.axis()).number(20, ATTRIBUTE_OF_INT);
    long[] lengths = plan.lengths();
    ByteBuffer raw = littleEndian(lengths.length * Long.BYTES);
    raw.asLongBuffer().put(lengths);
    Proto constant = new Proto().number(1, lengths.length).number(2, INT64).text(8, LENGTHS);
    return model(
        graph
            .message(1, node.text(4, "Split").message(5, axis))
            .message(5, constant.bytes(9, raw.array()))
            .message(11, value(INPUT, type, plan.shape())));
  }

  /// A model that makes planes of pixels: Transpose first, while there is a byte for each value,
  /// which takes a fifth of the time that Cast first does; then Cast, Mul and Add.
  static byte[] planes(Planes planes) {
    Type type = planes.isHalf() ? Type.FLOAT16 : Type.FLOAT;
    String sum = planes.isHalf() ? "sum" : output(0);
    Proto order = new Proto().text(1, "perm");
    for (int axis : new int[] {0, 3, 1, 2}) {
      order.number(8, axis);
    }
    Proto graph =
        new Proto()
            .message(
                1,
                node("Transpose", "bytes", INPUT).message(5, order.number(20, ATTRIBUTE_OF_INTS)))
            .message(1, cast("bytes", "floats", Type.FLOAT))
            .message(1, node("Mul", "product", "floats", SCALE))
            .message(1, node("Add", sum, "product", BIAS));
    if (planes.isHalf()) {
      graph.message(1, cast(sum, output(0), type));
    }
    return model(
        graph
            .message(5, channels(SCALE, planes.scale()))
            .message(5, channels(BIAS, planes.bias()))
            .message(11, value(INPUT, Type.UINT8, planes.shape()))
            .message(12, value(output(0), type, planes.batch())));
  }

  private static byte[] model(Proto graph) {
    // Version 13 is the first whose lengths are an input; models of it have IR version 7 or higher.
    return new Proto()
        .number(1, 8)
        .message(7, graph.text(2, "graph"))
        .message(8, new Proto().text(1, "").number(2, 13))
        .toBytes();
  }

  private static Proto cast(String input, String output, Type type) {
    Proto to = new Proto().text(1, "to").number(3, type.number).number(20, ATTRIBUTE_OF_INT);
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
    ByteBuffer raw = littleEndian(values.length * Float.BYTES);
    raw.asFloatBuffer().put(values);
    Proto channels = new Proto().number(1, values.length).number(1, 1).number(1, 1);
    return channels.number(2, Type.FLOAT.number).text(8, name).bytes(9, raw.array());
  }

  private static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Proto value(String name, Type type, Shape shape) {
    Proto extents = new Proto();
    for (long extent : shape.extents()) {
      extents.message(1, new Proto().number(1, extent));
    }
    Proto tensor = new Proto().number(1, type.number).message(2, extents);
    return new Proto().text(1, name).message(2, new Proto().message(1, tensor));
  }
}

package io.cleave.bench.peers;

import ai.onnxruntime.OnnxJavaType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Writes an ONNX model whose only node is the Split of a plan. The field numbers are those of
/// `onnx.proto`.
final class OnnxModel {
  static final String INPUT = "data";

  private static final String LENGTHS = "lengths";
  private static final int INT64 = 7;
  private static final int ATTRIBUTE_OF_INT = 2;

  private OnnxModel() {}

  /// The name of the output of a part.
  static String output(int index) {
    return "part" + index;
  }

  /// The model.
  static byte[] of(SplitPlan plan) {
    int type = number(type(plan));
    Proto node = new Proto().text(1, INPUT).text(1, LENGTHS);
    Proto graph = new Proto();
    for (Part part : plan.parts()) {
      node.text(2, output(part.index()));
      graph.message(12, value(output(part.index()), type, part.shape()));
    }
    Proto axis = new Proto().text(1, "axis").number(3, plan.axis()).number(20, ATTRIBUTE_OF_INT);
    long[] lengths = plan.lengths();
    ByteBuffer raw = ByteBuffer.allocate(lengths.length * Long.BYTES);
    raw.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(lengths);
    Proto constant = new Proto().number(1, lengths.length).number(2, INT64).text(8, LENGTHS);
    graph
        .message(1, node.text(4, "Split").message(5, axis))
        .text(2, "split")
        .message(5, constant.bytes(9, raw.array()))
        .message(11, value(INPUT, type, plan.data().shape()));
    // Version 13 is the first whose lengths are an input; models of it have IR version 7 or higher.
    return new Proto()
        .number(1, 8)
        .message(7, graph)
        .message(8, new Proto().text(1, "").number(2, 13))
        .toBytes();
  }

  /// A type as wide as the elements of a plan.
  static OnnxJavaType type(SplitPlan plan) {
    return switch (plan.data().type().bits()) {
      case 8 -> OnnxJavaType.UINT8;
      case 16 -> OnnxJavaType.FLOAT16;
      case 32 -> OnnxJavaType.FLOAT;
      default -> OnnxJavaType.DOUBLE;
    };
  }

  /// The number in `TensorProto.DataType`.
  private static int number(OnnxJavaType type) {
    return switch (type) {
      case UINT8 -> 2;
      case FLOAT16 -> 10;
      case FLOAT -> 1;
      default -> 11;
    };
  }

  private static Proto value(String name, int type, Shape shape) {
    Proto extents = new Proto();
    for (long extent : shape.extents()) {
      extents.message(1, new Proto().number(1, extent));
    }
    Proto tensor = new Proto().number(1, type).message(2, extents);
    return new Proto().text(1, name).message(2, new Proto().message(1, tensor));
  }
}

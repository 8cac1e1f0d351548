package io.cleave.bench.peers;

import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// An ONNX model whose only node is the Split of one plan. The field numbers are those of
/// `onnx.proto`.
final class OnnxModel {
  static final String INPUT = "data";

  private static final String LENGTHS = "lengths";
  private static final int INT64 = 7;
  private static final int ATTRIBUTE_OF_INT = 2;

  private OnnxModel() {}

  /// @param elementType a value of ONNX's `TensorProto.DataType`
  static byte[] of(SplitPlan plan, int elementType) {
    // Version 13 is the first whose lengths are an input; models of it have IR version 7 or higher.
    return new Proto()
        .number(1, 8)
        .message(7, graph(plan, elementType))
        .message(8, new Proto().text(1, "").number(2, 13))
        .toBytes();
  }

  /// What the model calls the output of a part.
  static String output(int index) {
    return "part" + index;
  }

  private static Proto graph(SplitPlan plan, int elementType) {
    Proto graph = new Proto().message(1, node(plan)).text(2, "split").message(5, lengths(plan));
    graph.message(11, value(INPUT, elementType, plan.shape()));
    for (Part part : plan.parts()) {
      graph.message(12, value(output(part.index()), elementType, part.shape()));
    }
    return graph;
  }

  private static Proto node(SplitPlan plan) {
    Proto node = new Proto().text(1, INPUT).text(1, LENGTHS);
    for (int i = 0; i < plan.partCount(); i++) {
      node.text(2, output(i));
    }
    Proto axis = new Proto().text(1, "axis").number(3, plan.axis()).number(20, ATTRIBUTE_OF_INT);
    return node.text(4, "Split").message(5, axis);
  }

  private static Proto lengths(SplitPlan plan) {
    long[] lengths = plan.lengths();
    ByteBuffer raw = ByteBuffer.allocate(lengths.length * Long.BYTES);
    raw.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(lengths);
    return new Proto()
        .number(1, lengths.length)
        .number(2, INT64)
        .text(8, LENGTHS)
        .bytes(9, raw.array());
  }

  static Proto value(String name, int elementType, Shape shape) {
    Proto extents = new Proto();
    for (long extent : shape.extents()) {
      extents.message(1, new Proto().number(1, extent));
    }
    Proto tensor = new Proto().number(1, elementType).message(2, extents);
    return new Proto().text(1, name).message(2, new Proto().message(1, tensor));
  }
}

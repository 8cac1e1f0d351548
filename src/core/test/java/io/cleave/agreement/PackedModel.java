package io.cleave.agreement;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.cleave.openvino.runtime.Request;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;

/// Asks OpenVINO about packed elements, though it cannot split them: it unpacks the data and splits
/// the bytes, and it unpacks the parts that Cleave made. Both must be the same.
///
/// ```
/// data (u4) -> Convert (u8) -> VariadicSplit -> result 0, 1, 2
/// part 0 (u4) -> Convert (u8) -> result 3, and so on
/// ```
///
/// Elements of u3 and u6 are packed anew as OpenVINO packs them: see [SplitBits].
final class PackedModel {
  private final ModelBuilder model = new ModelBuilder();
  private final ElementType type;

  private PackedModel(ElementType type) {
    this.type = type;
  }

  /// Asks for the elements of all parts, and then for those of the parts that are given.
  ///
  /// @param plan of a packed type, whose parts have elements
  static Request request(SplitPlan plan, byte[] data, List<byte[]> parts) {
    PackedModel packed = new PackedModel(plan.data().type());
    int split =
        packed.split(
            plan, packed.unpacked(plan.data().shape(), packed.own(data, plan.data().shape())));
    for (int i = 0; i < parts.size(); i++) {
      packed.model.result(split, 3 + i);
    }
    for (Part part : plan.parts()) {
      byte[] bytes = packed.own(parts.get(part.index()), part.shape());
      packed.model.result(packed.unpacked(part.shape(), bytes), 1);
    }
    return packed.request();
  }

  /// Asks for the elements in bytes that are packed as OpenVINO packs them.
  static Request unpack(ElementType type, long elements, byte[] bytes) {
    PackedModel packed = new PackedModel(type);
    packed.model.result(packed.unpacked(Shape.of(elements), bytes), 1);
    return packed.request();
  }

  private Request request() {
    return Request.shapes(model.xml(), model.weights()).with();
  }

  /// The type that holds every element of the packed one.
  private ElementType wide() {
    return switch (type) {
      case I4 -> ElementType.I8;
      case NF4, F4E2M1 -> ElementType.F32;
      default -> ElementType.U8;
    };
  }

  /// Elements as OpenVINO packs them.
  private byte[] own(byte[] stream, Shape shape) {
    return SplitBits.are(type) ? SplitBits.pack(type, stream, shape.elements()) : stream;
  }

  private int unpacked(Shape shape, byte[] bytes) {
    int constant = model.constant(type, PartialShape.of(shape), bytes);
    String data = "<data destination_type=\"%s\"/>".formatted(wide());
    int convert = model.layer("Convert", data, 1, List.of(wide()));
    model.edge(constant, 0, convert, 0);
    return convert;
  }

  private int split(SplitPlan plan, int data) {
    int axis = longs(Shape.of(), plan.axis());
    int lengths = longs(Shape.of(plan.partCount()), plan.lengths());
    int split = model.layer("VariadicSplit", "", 3, Collections.nCopies(plan.partCount(), wide()));
    model.edge(data, 1, split, 0);
    model.edge(axis, 0, split, 1);
    model.edge(lengths, 0, split, 2);
    return split;
  }

  private int longs(Shape shape, long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES).order(LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return model.constant(ElementType.I64, PartialShape.of(shape), bytes.array());
  }
}

package io.cleave.agreement;

import io.cleave.ir.TestModel;
import io.cleave.openvino.runtime.Request;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.PackedElements;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Asks OpenVINO about packed elements, though it cannot split them: it unpacks the data and splits
/// the bytes, and it unpacks the parts that Cleave made. Both must be the same.
///
/// ```
/// data (u4) -> Convert (u8) -> VariadicSplit -> result 0, 1, 2
/// part 0 (u4) -> Convert (u8) -> result 3, and so on
/// ```
///
/// Elements of u3 and u6 are packed anew as OpenVINO packs them.
final class PackedModel {
  private static final int GROUP_BYTES = 3;

  private final TestModel model;
  private final ElementType type;

  private PackedModel(TestModel model, ElementType type) {
    this.model = model;
    this.type = type;
  }

  /// Adds the elements of all parts, and then those of the parts that are given.
  ///
  /// @param plan of a packed type, whose parts have elements
  static void add(TestModel model, SplitPlan plan, byte[] data, List<byte[]> parts) {
    PackedModel packed = new PackedModel(model, plan.data().type());
    int split =
        model.layer(
            "VariadicSplit",
            "",
            List.of(
                packed.unpacked(plan.data().shape(), packed.own(data, plan.data().shape())),
                packed.longs(Shape.of(), plan.axis()),
                packed.longs(Shape.of(plan.partCount()), plan.lengths())),
            plan.partCount(),
            packed.wide());
    for (int i = 0; i < parts.size(); i++) {
      model.result("part" + i, new TestModel.Out(split, 3 + i));
    }
    for (Part part : plan.parts()) {
      byte[] bytes = packed.own(parts.get(part.index()), part.shape());
      model.result("own" + part.index(), packed.unpacked(part.shape(), bytes));
    }
  }

  /// Asks for the elements in bytes that are packed as OpenVINO packs them.
  static Request unpack(ElementType type, long elements, byte[] bytes) {
    TestModel model = new TestModel();
    PackedModel packed = new PackedModel(model, type);
    model.result("own", packed.unpacked(Shape.of(elements), bytes));
    return Request.shapes(model.xml(), model.weights()).with(List.of());
  }

  /// The type that holds every element of the packed one.
  private ElementType wide() {
    return switch (type) {
      case I4 -> ElementType.I8;
      case NF4, F4E2M1 -> ElementType.F32;
      default -> ElementType.U8;
    };
  }

  private TestModel.Out unpacked(Shape shape, byte[] bytes) {
    TestModel.Out constant = OperationModel.constant(model, type, PartialShape.of(shape), bytes);
    String data = "<data destination_type=\"%s\"/>".formatted(wide());
    return new TestModel.Out(model.layer("Convert", data, List.of(constant), 1, wide()), 1);
  }

  private TestModel.Out longs(Shape shape, long... values) {
    return OperationModel.constant(
        model, ElementType.I64, PartialShape.of(shape), TestModel.longs(values));
  }

  /// Whether OpenVINO packs elements of a type in groups of 3 bytes.
  static boolean isInGroups(ElementType type) {
    return type == ElementType.U3 || type == ElementType.U6;
  }

  /// Elements as OpenVINO packs them up to 2026.4: the lower bits of 8 u3 or 4 u6 fill two bytes,
  /// their upper bits a third one, all from the most significant bit on. `u3 [0..7]` is `1B 1B 0F`,
  /// `u6 [1, 18, 35, 52]` is `12 34 1B`.
  private byte[] own(byte[] stream, Shape shape) {
    if (!isInGroups(type)) {
      return stream;
    }
    int count = (int) shape.elements();
    int group = GROUP_BYTES * Byte.SIZE / type.bits();
    int lower = 2 * Byte.SIZE / group;
    int upper = Byte.SIZE / group;
    byte[] packed = new byte[Math.ceilDiv(count, group) * GROUP_BYTES];
    PackedElements elements = new PackedElements(type, MemorySegment.ofArray(stream));
    for (int i = 0; i < count; i++) {
      int first = i / group * GROUP_BYTES * Byte.SIZE;
      int element = (int) elements.get(i);
      put(packed, first + i % group * lower, lower, element);
      put(packed, first + 2 * Byte.SIZE + i % group * upper, upper, element >>> lower);
    }
    return packed;
  }

  /// @param at the place of the most significant bit
  private static void put(byte[] packed, int at, int bits, int value) {
    int shift = Byte.SIZE - at % Byte.SIZE - bits;
    packed[at / Byte.SIZE] |= (byte) ((value & ((1 << bits) - 1)) << shift);
  }
}

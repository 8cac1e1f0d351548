package io.cleave.agreement;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.util.stream.Collectors.joining;

import io.cleave.ir.SplitModel;
import io.cleave.ir.TestModel;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.spi.PackedElements;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Writes any operation as a model, right or wrong. Inputs whose values are not known are
/// parameters.
public final class OperationModel {
  private OperationModel() {}

  /// A model with an output for each part, but at least 1 and at most [SplitModel#MAX_PARTS].
  public static TestModel of(SplitOperation operation) {
    TestModel model = new TestModel();
    add(model, operation);
    return model;
  }

  /// Adds an operation with inputs and outputs of its own.
  static void add(TestModel model, SplitOperation operation) {
    List<TestModel.Out> inputs = new ArrayList<>();
    inputs.add(parameter(model, operation.type(), operation.data()));
    inputs.add(input(model, operation.axis()));
    operation.lengths().ifPresent(lengths -> inputs.add(input(model, lengths)));
    boolean isVariadic = operation.lengths().isPresent();
    PartialShape lengths = operation.lengths().map(IntegerInput::shape).orElse(PartialShape.of());
    long parts =
        operation.count().orElse(lengths.isKnown() && lengths.rank() == 1 ? lengths.min(0) : 0);
    int outputs = Math.clamp(parts, 1, SplitModel.MAX_PARTS);
    int split =
        model.layer(
            isVariadic ? "VariadicSplit" : "Split",
            isVariadic ? "" : "<data num_splits=\"%s\"/>".formatted(parts),
            inputs,
            outputs,
            operation.type());
    for (int i = 0; i < outputs; i++) {
      model.result("part" + i, new TestModel.Out(split, inputs.size() + i));
    }
  }

  private static TestModel.Out input(TestModel model, IntegerInput input) {
    return input.isKnown()
        ? constant(model, input.type(), input.shape(), packed(input.type(), input.values()))
        : parameter(model, input.type(), input.shape());
  }

  private static TestModel.Out parameter(TestModel model, ElementType type, PartialShape shape) {
    String data = "<data element_type=\"%s\" shape=\"%s\"/>".formatted(type, text(shape));
    return new TestModel.Out(model.layer("Parameter", data, List.of(), 1, type), 0);
  }

  /// @param bytes packed elements
  static TestModel.Out constant(
      TestModel model, ElementType type, PartialShape shape, byte[] bytes) {
    String data = model.content(type.toString(), text(shape), bytes);
    return new TestModel.Out(model.layer("Const", data, List.of(), 1, type), 0);
  }

  /// All extents; a shape's own text is abbreviated where there are many.
  private static String text(PartialShape shape) {
    return shape.isRankKnown()
        ? IntStream.range(0, shape.rank())
            .mapToObj(i -> PartialShape.of(-1).bounded(0, shape.min(i), shape.max(i)).toString())
            .collect(joining(","))
            .replaceAll("[\\[\\]]", "")
        : shape.toString();
  }

  /// Types that hold no integers get the nearest number or, of eight bits or fewer, its code.
  private static byte[] packed(ElementType type, long... values) {
    if (type == ElementType.STRING) {
      return strings(LongStream.of(values).mapToObj(Long::toString).toList());
    }
    byte[] packed = new byte[Math.toIntExact(type.bytes(values.length))];
    PackedElements elements = new PackedElements(type, MemorySegment.ofArray(packed));
    for (int i = 0; i < values.length; i++) {
      long value = values[i];
      elements.set(
          i,
          switch (type) {
            case F64 -> Double.doubleToRawLongBits((double) value);
            case F32 -> Float.floatToRawIntBits((float) value);
            case F16 -> Float.floatToFloat16((float) value);
            case BF16 -> Float.floatToRawIntBits((float) value) >>> Short.SIZE;
            default -> value;
          });
    }
    return packed;
  }

  /// Their number, where each begins and the last one ends, and their characters.
  private static byte[] strings(List<String> strings) {
    byte[] characters = String.join("", strings).getBytes(StandardCharsets.US_ASCII);
    ByteBuffer packed =
        ByteBuffer.allocate((strings.size() + 2) * Integer.BYTES + characters.length)
            .order(LITTLE_ENDIAN);
    packed.putInt(strings.size()).putInt(0);
    int end = 0;
    for (String string : strings) {
      end += string.length();
      packed.putInt(end);
    }
    return packed.put(characters).array();
  }
}

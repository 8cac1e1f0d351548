package io.cleave.agreement;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.cleave.conformance.PackedElements;
import io.cleave.ir.SplitModel;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/// Writes any operation as a model, right or wrong. Inputs whose values are not known are
/// parameters.
public final class OperationModel {
  private OperationModel() {}

  /// A model with an output for each part, but at least 1 and at most [SplitModel#MAX_PARTS].
  public static ModelBuilder of(SplitOperation operation) {
    ModelBuilder model = new ModelBuilder();
    List<Integer> inputs = new ArrayList<>();
    inputs.add(model.parameter(operation.type(), operation.data()));
    inputs.add(input(model, operation.axis()));
    String kind = "Split";
    String data = "";
    long parts = operation.count().orElse(0);
    if (operation.lengths().isPresent()) {
      kind = "VariadicSplit";
      inputs.add(input(model, operation.lengths().get()));
      PartialShape shape = operation.lengths().get().shape();
      parts = shape.isKnown() && shape.rank() == 1 ? shape.min(0) : 0;
    } else {
      data = "<data num_splits=\"%s\"/>".formatted(parts);
    }
    int outputs = Math.clamp(parts, 1, SplitModel.MAX_PARTS);
    int split =
        model.layer(kind, data, inputs.size(), Collections.nCopies(outputs, operation.type()));
    for (int i = 0; i < inputs.size(); i++) {
      model.edge(inputs.get(i), 0, split, i);
    }
    for (int i = 0; i < outputs; i++) {
      model.result(split, inputs.size() + i);
    }
    return model;
  }

  private static int input(ModelBuilder model, IntegerInput input) {
    return input.isKnown()
        ? model.constant(input.type(), input.shape(), packed(input.type(), input.values()))
        : model.parameter(input.type(), input.shape());
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

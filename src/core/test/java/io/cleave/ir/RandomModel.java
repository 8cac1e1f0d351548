package io.cleave.ir;

import io.cleave.Tensor;
import io.cleave.conformance.NaiveSplit;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Makes a model of many splits, and works out by the oracle what its results must be.
///
/// What no result depends on need not be given, but is.
///
/// Axis and lengths are constants of any integer type or come in at run time; parts are used by
/// nobody, by several splits and results, and of any length.
final class RandomModel {
  private static final ElementType[] INTEGERS = {
    ElementType.I8, ElementType.I16, ElementType.I32, ElementType.I64, ElementType.I4
  };

  /// A tensor of the model, and what is in it.
  private record Known(TestModel.Out out, Shape shape, MemorySegment bytes) {}

  private final TestModel model;
  private final ElementType type;
  private final Random random;
  private final List<Known> tensors = new ArrayList<>();
  private final Map<String, Tensor> inputs = new HashMap<>();
  private final Map<String, byte[]> expected = new HashMap<>();

  RandomModel(TestModel model, ElementType type, Random random, int splits) {
    this.model = model;
    this.type = type;
    this.random = random;
    Shape shape = Shape.of(3, 12, 5, 16);
    byte[] bytes = new byte[(int) type.bytes(shape.elements())];
    random.nextBytes(bytes);
    tensors.add(
        new Known(
            model.parameter("data", "" + type, "?,2..12,..5,-1"),
            shape,
            MemorySegment.ofArray(bytes)));
    inputs.put("data", new Tensor(type, shape, MemorySegment.ofArray(bytes)));
    for (int i = 0; i < splits; i++) {
      split(i, tensors.get(random.nextInt(tensors.size())));
    }
    addResults();
  }

  private void split(int number, Known data) {
    int axis = random.nextInt(data.shape().rank());
    long extent = data.shape().extent(axis);
    long written = random.nextBoolean() ? axis : axis - data.shape().rank();
    String name = "split" + number;
    if (random.nextBoolean() && extent > 0) {
      long[] divisors = LongStream.rangeClosed(1, extent).filter(n -> extent % n == 0).toArray();
      int parts = (int) divisors[random.nextInt(divisors.length)];
      int layer =
          model.split(name, data.out(), integers(name + "/axis", "", written), parts, parts);
      addParts(
          data, axis, LongStream.generate(() -> extent / parts).limit(parts).toArray(), layer, 2);
    } else {
      long[] lengths = lengths(extent);
      long[] shown = lengths.clone();
      if (random.nextBoolean()) {
        shown[random.nextInt(shown.length)] = -1;
      }
      int layer =
          model.variadic(
              name,
              data.out(),
              integers(name + "/axis", random.nextBoolean() ? "" : "1", written),
              integers(name + "/lengths", "" + shown.length, shown),
              lengths.length);
      addParts(data, axis, lengths, layer, 3);
    }
  }

  private long[] lengths(long extent) {
    List<Long> lengths = new ArrayList<>();
    long left = extent;
    while (left > 0) {
      long length = random.nextLong(left + 1);
      lengths.add(length);
      left -= length;
    }
    lengths.add(0L);
    return lengths.stream().mapToLong(Long::longValue).toArray();
  }

  /// A constant, or an input that is given these values.
  private TestModel.Out integers(String name, String shape, long... values) {
    ElementType fits;
    do {
      fits = INTEGERS[random.nextInt(INTEGERS.length)];
    } while (fits == ElementType.I4 && LongStream.of(values).anyMatch(v -> v > 7));
    byte[] bytes = TestModel.integers(fits, values);
    if (random.nextInt(3) > 0) {
      return model.constant(fits.toString(), shape, bytes);
    }
    inputs.put(name, new Tensor(fits, Shape.parse(shape), MemorySegment.ofArray(bytes)));
    return model.parameter(name, fits.irName(), shape);
  }

  private void addParts(Known data, int axis, long[] lengths, int layer, int firstPort) {
    List<byte[]> parts = new NaiveSplit(data.shape(), axis, lengths).split(data.bytes(), type);
    for (int i = 0; i < lengths.length; i++) {
      long[] shape = data.shape().extents();
      shape[axis] = lengths[i];
      tensors.add(
          new Known(
              new TestModel.Out(layer, firstPort + i),
              Shape.of(shape),
              MemorySegment.ofArray(parts.get(i))));
    }
  }

  private void addResults() {
    IntStream.range(0, tensors.size())
        .filter(_ -> random.nextInt(3) == 0)
        .forEach(
            i -> {
              model.result("result" + i, tensors.get(i).out());
              expected.put("result" + i, bytes(tensors.get(i)));
            });
    model.result("last", tensors.getLast().out());
    expected.put("last", bytes(tensors.getLast()));
  }

  private static byte[] bytes(Known tensor) {
    return tensor.bytes().toArray(ValueLayout.JAVA_BYTE);
  }

  Map<String, Tensor> inputs() {
    return inputs;
  }

  Map<String, byte[]> expected() {
    return expected;
  }
}

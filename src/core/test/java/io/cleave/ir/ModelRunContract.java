package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.Seeds;
import io.cleave.Tensor;
import io.cleave.file.MalformedFileException;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spi.Residence;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What running a model promises on every device.
public abstract class ModelRunContract {
  private static final Pattern RESULT = Pattern.compile("name=\"([^\"]*)\" type=\"Result\"");

  @TempDir Path folder = Path.of("");
  final TestModel model = new TestModel();

  /// A new residence on the device that this is about.
  protected abstract Residence open();

  /// Runs the model; the outputs by name.
  private Map<String, byte[]> run(Map<String, Tensor> inputs, CountingResidence device)
      throws IOException {
    Path file = model.write(folder);
    List<String> names = RESULT.matcher(model.xml()).results().map(r -> r.group(1)).toList();
    Map<String, byte[]> outputs = new HashMap<>();
    try (Arena arena = Arena.ofShared()) {
      List<Tensor> results = new ModelRun(Model.read(file)).run(device, inputs, arena);
      assertThat(results).hasSameSizeAs(names);
      for (int i = 0; i < names.size(); i++) {
        outputs.put(names.get(i), results.get(i).data().toArray(ValueLayout.JAVA_BYTE));
      }
    }
    return outputs;
  }

  private Map<String, byte[]> run(Map<String, Tensor> inputs) throws IOException {
    try (CountingResidence device = new CountingResidence(open())) {
      return run(inputs, device);
    }
  }

  private static Tensor tensor(ElementType type, String shape, byte[] bytes) {
    return new Tensor(type, Shape.parse(shape), MemorySegment.ofArray(bytes));
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F32", "U8", "I16", "F64", "BOOLEAN", "U1", "U3", "U4", "NF4"})
  void hundredsOfSplitsGiveWhatTheOracleSays(ElementType type) throws IOException {
    long seed = Seeds.one();
    RandomModel random = new RandomModel(model, type, new Random(seed), 60);
    try (Arena arena = Arena.ofShared();
        CountingResidence device = new CountingResidence(open())) {
      Map<String, Tensor> inputs = new HashMap<>(random.inputs());
      Tensor heap = Objects.requireNonNull(inputs.get("data"));
      Tensor data = Tensor.allocate(type, heap.shape(), arena);
      data.data().copyFrom(heap.data());
      inputs.put("data", data);
      Map<String, byte[]> outputs = run(inputs, device);
      assertThat(outputs.keySet()).as("seed " + seed).isEqualTo(random.expected().keySet());
      outputs.forEach(
          (name, bytes) ->
              assertThat(bytes)
                  .as("%s, seed %s", name, seed)
                  .isEqualTo(random.expected().get(name)));
      assertThat(device.placed()).as("the data goes there once").isLessThanOrEqualTo(1);
      assertThat(device.read()).as("only results come back").isLessThanOrEqualTo(outputs.size());
      assertThat(device.open()).as("seed " + seed).isZero();
    }
  }

  @Test
  void lengthsMayBeComputedByASplit() throws IOException {
    var x = model.parameter("x", "u8", "?,?");
    var numbers = model.parameter("numbers", "i32", "3");
    int parts = model.variadic("parts", numbers, model.scalar(0), model.list(1, 2), 2);
    int axis = model.variadic("axis", numbers, model.scalar(0), model.list(1, -1), 2);
    int split = model.variadic("s", x, new TestModel.Out(axis, 3), new TestModel.Out(parts, 4), 2);
    model.result("a", new TestModel.Out(split, 3)).result("b", new TestModel.Out(split, 4));
    byte[] bytes = {1, 2, 3, 4, 5, 6};
    Map<String, byte[]> outputs =
        run(
            Map.of(
                "x", tensor(ElementType.U8, "2,3", bytes),
                "numbers",
                    tensor(ElementType.I32, "3", TestModel.integers(ElementType.I32, 1, 2, -1))));
    assertThat(outputs.get("a")).containsExactly(1, 2, 4, 5);
    assertThat(outputs.get("b")).containsExactly(3, 6);
  }

  @Test
  void constantsAndInputsMayBeResults() throws IOException {
    var x = model.parameter("x", "f32", "0,3");
    model.result("same", x).result("again", x).result("seven", model.scalar(7));
    int empty = model.split("s", x, model.scalar(-1), 3, 3);
    model.result("empty", new TestModel.Out(empty, 3));
    Map<String, byte[]> outputs = run(Map.of("x", tensor(ElementType.F32, "0,3", new byte[0])));
    assertThat(outputs.get("seven")).containsExactly(7, 0, 0, 0, 0, 0, 0, 0);
    assertThat(outputs.get("same")).isEmpty();
    assertThat(outputs.get("empty")).isEmpty();
  }

  @Test
  void aConstantIsSplitToo() throws IOException {
    var list = model.constant("u4", "3", new byte[] {0x21, 0x03});
    int split = model.variadic("s", list, model.scalar(0), model.list(2, 1), 2);
    model.result("a", new TestModel.Out(split, 3)).result("b", new TestModel.Out(split, 4));
    Map<String, byte[]> outputs = run(Map.of());
    assertThat(outputs.get("a")).containsExactly(0x21);
    assertThat(outputs.get("b")).containsExactly(3);
  }

  @Test
  void aSplitThatCannotBeNamesItsLayerAndLeavesNothing() throws IOException {
    var x = model.parameter("x", "u8", "?");
    int first = model.split("first", x, model.scalar(0), 2, 2);
    var lengths = model.parameter("lengths", "i64", "2");
    int second = model.variadic("second", new TestModel.Out(first, 2), model.scalar(0), lengths, 2);
    model.result("r", new TestModel.Out(second, 3));
    Map<String, Tensor> inputs =
        Map.of(
            "x", tensor(ElementType.U8, "8", new byte[8]),
            "lengths", tensor(ElementType.I64, "2", TestModel.longs(2, 3)));
    try (CountingResidence device = new CountingResidence(open())) {
      assertThatThrownBy(() -> run(inputs, device))
          .isInstanceOf(MalformedFileException.class)
          .hasMessageContaining("\"second\": lengths [2, 3] must sum to 4");
      assertThat(device.open()).isZero();
    }
  }
}

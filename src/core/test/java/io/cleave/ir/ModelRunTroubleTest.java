package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.OpenClException;
import io.cleave.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.FailedCallException;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spi.HostResidence;
import io.cleave.spi.Residence;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What shows only when a model runs.
class ModelRunTroubleTest {
  @TempDir private Path folder;
  private final TestModel model = new TestModel();
  private final TestModel.Out x = model.parameter("x", "u8", "6");
  private final Tensor data = tensor(ElementType.U8, "6", new byte[] {1, 2, 3, 4, 5, 6});

  private static Tensor tensor(ElementType type, String shape, byte[] bytes) {
    return new Tensor(type, Shape.parse(shape), MemorySegment.ofArray(bytes));
  }

  /// Runs the model; the outputs in order.
  private static List<byte[]> run(Model read, Map<String, Tensor> inputs) throws IOException {
    try (Arena arena = Arena.ofShared();
        Residence device = new HostResidence(CpuSplitter.open(1))) {
      return read.run(device, inputs, arena).stream()
          .map(tensor -> tensor.data().toArray(ValueLayout.JAVA_BYTE))
          .toList();
    }
  }

  private List<byte[]> run(Map<String, Tensor> inputs) throws IOException {
    return run(Model.read(model.write(folder)), inputs);
  }

  @Test
  void stringsHaveNoPlaceOnADevice() {
    model.result("r", model.constant("string", "1", new byte[] {1, 0, 0, 0}));
    assertThatThrownBy(() -> run(Map.of()))
        .isInstanceOf(BadModelException.class)
        .hasMessageContaining("layer 1 \"const1\": its elements are strings");
  }

  /// The axis is an input of the model here, of which nobody knew before.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          f32 | ''  | axis must be of an integer type; f32
          i64 | 2   | axis must be a scalar
          """)
  void anAxisThatIsNoneIsNamed(String type, String shape, String problem) throws IOException {
    var axis = model.parameter("axis", type, "...");
    model.result("a", new TestModel.Out(model.split("s", x, axis, 2, 2), 2));
    Tensor wrong = tensor(ElementType.parse(type), shape, new byte[shape.isEmpty() ? 4 : 16]);
    assertThatThrownBy(() -> run(Map.of("x", data, "axis", wrong)))
        .isInstanceOf(BadModelException.class)
        .hasMessageContaining("layer 2 \"s\": " + problem);
  }

  @Test
  void moreLengthsThanThereMayBePartsAreNotRead() {
    var lengths = model.parameter("lengths", "u8", "...");
    int split = model.variadic("s", x, model.scalar(0), lengths, 1);
    model.result("a", new TestModel.Out(split, 3));
    Tensor many = tensor(ElementType.U8, "16777217", new byte[16_777_217]);
    assertThatThrownBy(() -> run(Map.of("x", data, "lengths", many)))
        .isInstanceOf(BadModelException.class)
        .hasMessageContaining("layer 3 \"s\": ")
        .hasMessageContaining("at most 16777216 parts");
  }

  @Test
  void anOutputThatTheLengthsDoNotMakeIsNoMatterUntilItIsUsed() throws IOException {
    var lengths = model.parameter("lengths", "i64", "?");
    int split = model.variadic("s", x, model.scalar(0), lengths, 3);
    model.result("a", new TestModel.Out(split, 4));
    Map<String, Tensor> inputs =
        Map.of("x", data, "lengths", tensor(ElementType.I64, "2", TestModel.longs(4, 2)));
    assertThat(run(inputs)).containsExactly(new byte[] {5, 6});
    model.result("b", new TestModel.Out(split, 5));
    assertThatThrownBy(() -> run(inputs))
        .isInstanceOf(BadModelException.class)
        .hasMessageContaining("\"s\": it makes 2 parts, and output 2 is used; mend the lengths");
  }

  /// The data is closed when it is split, and fails; then so do all parts.
  ///
  /// @return what was thrown
  private Throwable failingToClose(Runnable failing) throws IOException {
    int split = model.split("s", x, model.scalar(0), 3, 3);
    for (int i = 2; i < 5; i++) {
      model.result("r" + i, new TestModel.Out(split, i));
    }
    Model read = Model.read(model.write(folder));
    try (Arena arena = Arena.ofShared();
        CountingResidence device = new CountingResidence(new HostResidence(CpuSplitter.open(1)))) {
      device.failToClose(failing);
      Throwable thrown = catchThrowable(() -> read.run(device, Map.of("x", data), arena));
      assertThat(device.open()).isZero();
      return thrown;
    }
  }

  @Test
  void whatCannotBeClosedLeavesNothingElseOpen() throws IOException {
    List<OpenClException> failures = new ArrayList<>();
    Throwable thrown =
        failingToClose(
            () -> {
              failures.add(new FailedCallException("clReleaseMemObject", -5, "a test"));
              throw failures.getLast();
            });
    assertThat(failures).hasSize(4).first().isSameAs(thrown);
    assertThat(thrown.getSuppressed()).containsExactlyElementsOf(failures.subList(1, 4));
  }

  @Test
  void weightsThatShrinkMeanwhileAreNamed() throws IOException {
    int split = model.split("s", x, model.scalar(0), 2, 2);
    model.result("a", new TestModel.Out(split, 2));
    Model read = Model.read(model.write(folder));
    Path bin = Files.write(folder.resolve("model.bin"), new byte[7]);
    assertThatIOException()
        .isThrownBy(() -> run(read, Map.of("x", data)))
        .withMessage("cannot read %s: it shrank while it was read", bin);
    assertThatIOException().isThrownBy(read::splits).withMessageContaining("it shrank");
  }
}

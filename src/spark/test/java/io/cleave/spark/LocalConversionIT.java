package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Values that are converted, and parts that become one tensor, against the library row by row.
class LocalConversionIT {
  private static final Shape SHAPE = Shape.of(5, 6, 3);
  private static final SplitPlan PIXELS = SplitPlan.byLengths(SHAPE, ElementType.U8, -1, 1, 1, 1);
  private static final TensorSplit SPLIT =
      TensorSplit.of("t").shape("5,6,3").type("u8").axis(-1).lengths(1, 1, 1);

  private static final List<byte[]> IMAGES = images();

  private static List<byte[]> images() {
    Random random = new Random(7);
    return Stream.generate(
            () -> {
              byte[] image = new byte[(int) PIXELS.bytes()];
              random.nextBytes(image);
              return image;
            })
        .limit(20)
        .toList();
  }

  private static Dataset<Row> table() {
    return Table.of(LocalSpark.session(), DataTypes.BinaryType, 2, IMAGES);
  }

  /// A way to say it, and what it means.
  record Rule(String name, TensorSplit split, Conversion conversion) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Rule> rules() {
    Conversion f32 = Conversion.to(ElementType.F32);
    double[] mean = {0.485, 0.456, 0.406};
    double[] std = {0.229, 0.224, 0.225};
    return List.of(
        new Rule("cast", SPLIT.to("f16"), Conversion.to(ElementType.F16)),
        new Rule("scale", SPLIT.to("f32").scale(0.5, 1, 2), f32.scale(0.5f, 1, 2)),
        new Rule("bias", SPLIT.to("f32").scale(2).bias(-1), f32.scale(2).bias(-1)),
        new Rule("imagenet", SPLIT.to("f32").normalize("imagenet"), f32.normalized(mean, std, 255)),
        new Rule(
            "mean", SPLIT.to("f32").mean(mean).std(std).max(127), f32.normalized(mean, std, 127)),
        new Rule(
            "dequantize",
            SPLIT.to("f32").dequantize("0.5:128,2,3:7"),
            f32.dequantized(new float[] {0.5f, 2, 3}, 128, 0, 7)));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void convertsAsTheLibraryDoes(Rule rule) {
    SplitPlan plan = PIXELS.converted(rule.conversion());
    for (String device : List.of("cpu", "pocl")) {
      Dataset<Row> parts = table().transform(rule.split().device(device).batchBytes(500));
      try (Splitter splitter = CpuSplitter.open(1);
          Arena arena = Arena.ofConfined()) {
        for (int part = 0; part < 3; part++) {
          List<Object> found = List.copyOf(Table.column(parts, "t_" + part));
          for (int row = 0; row < IMAGES.size(); row++) {
            Tensor data = new Tensor(SHAPE, ElementType.U8, MemorySegment.ofArray(IMAGES.get(row)));
            Tensor expected = splitter.split(plan, data, arena).get(part);
            assertThat((byte[]) found.get(row))
                .as("part %s of row %s on %s", part, row, device)
                .isEqualTo(expected.data().toArray(ValueLayout.JAVA_BYTE));
          }
        }
      }
    }
  }

  /// Pixels to planes, as models want them, in an array.
  @ParameterizedTest
  @ValueSource(strings = {"cpu", "pocl"})
  void stacks(String device) {
    Dataset<Row> planes =
        table().transform(SPLIT.to("f32").stack(0).as("array").device(device).names("planes"));
    assertThat(planes.schema().apply("planes").metadata().getLongArray("tensor.shape"))
        .containsExactly(3, 5, 6);
    List<Object> found = List.copyOf(Table.column(planes, "planes"));
    for (int row = 0; row < IMAGES.size(); row++) {
      float[] expected = new float[3 * 30];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = IMAGES.get(row)[i % 30 * 3 + i / 30] & 0xFF;
      }
      assertThat(Table.plain(found.get(row))).isEqualTo(java.util.Arrays.toString(expected));
    }
  }

  /// A column says what it holds, so that nothing need be said twice.
  @Test
  void splitsWhatASplitHasMade() {
    Dataset<Row> rows =
        table()
            .transform(SPLIT.names("r", "g", "b"))
            .transform(TensorSplit.of("g").axis(0).lengths(2, 3).names("top", "bottom"));
    List<Object> bottom = List.copyOf(Table.column(rows, "bottom"));
    for (int row = 0; row < IMAGES.size(); row++) {
      byte[] expected = new byte[18];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = IMAGES.get(row)[(12 + i) * 3 + 1];
      }
      assertThat((byte[]) bottom.get(row)).isEqualTo(expected);
    }
  }
}

package io.cleave.spark;

import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.conformance.NaiveSplit;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Parts of BINARY columns, against a split that moves one element at a time, or the library.
class LocalSplitTest {
  private static final Shape PIXELS = Shape.of(5, 6, 3);
  private static final TensorSplit SPLIT =
      TensorSplit.of("t").shape(5, 6, 3).type(U8).axis(-1).cut(Cut.byLengths(1, 1, 1));
  private static final List<byte[]> IMAGES = tensors(6, 90);

  private static List<byte[]> tensors(int rows, int bytes) {
    Random random = new Random(7);
    return Stream.generate(
            () -> {
              byte[] tensor = new byte[bytes];
              random.nextBytes(tensor);
              return tensor;
            })
        .limit(rows)
        .toList();
  }

  /// One query with a column for each type. Rows of packed types end within a byte.
  @Test
  void splitsBytesOfEveryType() {
    Shape shape = Shape.of(3, 5, 3);
    List<byte[]> longest = tensors(5, (int) shape.elements() * 8);
    List<ElementType> types =
        Arrays.stream(ElementType.values()).filter(type -> type != ElementType.STRING).toList();
    Dataset<Row> parts =
        LocalSpark.table(longest)
            .select(
                Stream.concat(
                        Stream.of(functions.col("id")),
                        types.stream()
                            .map(type -> prefix((int) type.bytes(shape.elements())).as("" + type)))
                    .toArray(Column[]::new));
    for (ElementType type : types) {
      parts =
          parts.transform(
              TensorSplit.of("" + type)
                  .shape(3, 5, 3)
                  .type(type)
                  .axis(1)
                  .cut(Cut.byLengths(2, 2, 1)));
    }
    List<Row> rows = LocalSpark.rows(parts);
    assertThat(rows).hasSize(longest.size());
    for (ElementType type : types) {
      for (int row = 0; row < rows.size(); row++) {
        byte[] tensor = Arrays.copyOf(longest.get(row), (int) type.bytes(shape.elements()));
        assertThat(rows.get(row).<byte[]>getAs("" + type)).isEqualTo(tensor);
        List<byte[]> expected =
            new NaiveSplit(shape, 1, 2, 2, 1).split(MemorySegment.ofArray(tensor), type);
        for (int part = 0; part < 3; part++) {
          assertThat(rows.get(row).<byte[]>getAs(type + "_" + part))
              .as("part %s of row %s of %s", part, row, type)
              .isEqualTo(expected.get(part));
        }
      }
    }
  }

  private static Column prefix(int bytes) {
    return functions.substring(functions.col("t"), 1, bytes);
  }

  @Test
  void partsMayReplaceTheColumn() {
    Dataset<Row> parts =
        LocalSpark.table(IMAGES)
            .transform(
                TensorSplit.of("t")
                    .shape(7, 2)
                    .type(F32)
                    .axis(-2)
                    .cut(Cut.inChunksOf(3))
                    .names("t", "b", "c")
                    .drop());
    assertThat(parts.columns()).containsExactly("id", "t", "b", "c");
    var metadata = parts.schema().apply("c").metadata();
    assertThat(metadata.getLongArray("tensor.shape")).containsExactly(1, 2);
    assertThat(metadata.getString("tensor.type")).isEqualTo("f32");
  }

  static List<Conversion> conversions() {
    Conversion f32 = Conversion.to(F32);
    return List.of(
        Conversion.to(F16),
        f32.scaled(new double[] {0.1, 1, 2}, new double[1]),
        f32.imagenet(),
        f32.dequantized(new double[] {0.5, 2, 3}, 128, 0, 7));
  }

  @ParameterizedTest
  @MethodSource("conversions")
  void convertsAsTheLibraryDoes(Conversion conversion) {
    SplitPlan plan =
        SplitPlan.of(Layout.of(U8, PIXELS), -1, Cut.byLengths(1, 1, 1)).converted(conversion);
    List<Row> rows =
        LocalSpark.rows(LocalSpark.table(IMAGES).transform(SPLIT.converted(conversion)));
    assertThat(rows).hasSize(IMAGES.size());
    try (Splitter splitter = CpuSplitter.open(1)) {
      for (int row = 0; row < rows.size(); row++) {
        List<byte[]> expected =
            plan.parts().stream().map(_ -> new byte[30 * plan.partType().bits() / 8]).toList();
        splitter.split(
            plan,
            MemorySegment.ofArray(IMAGES.get(row)),
            expected.stream().map(MemorySegment::ofArray).toList());
        for (int part = 0; part < 3; part++) {
          assertThat(rows.get(row).<byte[]>getAs("t_" + part)).isEqualTo(expected.get(part));
        }
      }
    }
  }

  /// Pixels to planes, and planes side by side.
  @Test
  void makesOneTensorOfTheParts() {
    Dataset<Row> one =
        LocalSpark.table(IMAGES)
            .transform(SPLIT.stack(0).names("planes"))
            .transform(SPLIT.join(-1));
    assertThat(one.columns()).containsExactly("id", "t", "planes", "t_joined");
    assertThat(one.schema().apply("planes").metadata().getLongArray("tensor.shape"))
        .containsExactly(3, 5, 6);
    List<Row> rows = LocalSpark.rows(one);
    assertThat(rows).hasSize(IMAGES.size());
    for (int row = 0; row < rows.size(); row++) {
      byte[] image = IMAGES.get(row);
      byte[] planes = new byte[image.length];
      for (int i = 0; i < planes.length; i++) {
        planes[i] = image[i % 30 * 3 + i / 30];
      }
      assertThat(rows.get(row).<byte[]>getAs("planes")).isEqualTo(planes);
      assertThat(rows.get(row).<byte[]>getAs("t_joined")).isEqualTo(image);
    }
  }

  /// The metadata of a part's column replaces shape and type.
  @Test
  void splitsThePartsOfASplit() {
    List<Row> rows =
        LocalSpark.rows(
            LocalSpark.table(IMAGES)
                .transform(SPLIT.names("r", "g", "b"))
                .transform(
                    TensorSplit.of("g").axis(0).cut(Cut.byLengths(2, 3)).names("top", "bottom")));
    for (int row = 0; row < rows.size(); row++) {
      byte[] expected = new byte[18];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = IMAGES.get(row)[(12 + i) * 3 + 1];
      }
      assertThat(rows.get(row).<byte[]>getAs("bottom")).isEqualTo(expected);
    }
  }
}

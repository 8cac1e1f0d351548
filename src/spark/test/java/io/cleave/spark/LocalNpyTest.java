package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.conformance.NaiveSplit;
import io.cleave.file.format.NpyFormat;
import io.cleave.file.format.StoredLayout;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.Test;

/// Whole `.npy` files in rows, each with its own shape and type.
class LocalNpyTest {
  private static final TensorSplit SPLIT =
      TensorSplit.of("t").npy().axis(0).cut(Cut.byLengths(2, 1, 3));

  private static StoredLayout layout(ElementType type, boolean isFortran, long... shape) {
    return new StoredLayout(Shape.of(shape), type, isFortran, ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void eachRowIsSplitByItsOwnShape() {
    List<StoredLayout> layouts =
        List.of(
            layout(ElementType.F32, false, 6, 4),
            layout(ElementType.U8, false, 6),
            layout(ElementType.F16, true, 6, 2, 3),
            layout(ElementType.I64, false, 6, 0),
            layout(ElementType.F32, false, 6, 4));
    List<byte[]> contents = new ArrayList<>();
    List<byte[]> files = new ArrayList<>();
    Random random = new Random(5);
    for (StoredLayout layout : layouts) {
      byte[] content = new byte[(int) layout.bytes()];
      random.nextBytes(content);
      contents.add(content);
      files.add(file(layout, content));
    }
    List<Row> rows = LocalSpark.rows(LocalSpark.table(files).transform(SPLIT));
    assertThat(rows).hasSize(files.size());
    for (int row = 0; row < files.size(); row++) {
      for (int part = 0; part < 3; part++) {
        assertThat(rows.get(row).<byte[]>getAs("t_" + part))
            .as("part %s of row %s", part, row)
            .isEqualTo(expected(layouts.get(row), contents.get(row), part));
      }
    }
  }

  private static byte[] file(StoredLayout layout, byte[] content) {
    byte[] header = NpyFormat.header(layout);
    byte[] file = Arrays.copyOf(header, header.length + content.length);
    System.arraycopy(content, 0, file, header.length, content.length);
    return file;
  }

  /// In Fortran order the bytes are those of the mirrored tensor.
  private static byte[] expected(StoredLayout layout, byte[] content, int part) {
    long[] extents = layout.shape().extents();
    int last = extents.length - 1;
    boolean mirrored = layout.isFortran() == true;
    long[] inFile = extents.clone();
    for (int i = 0; mirrored && i <= last; i++) {
      inFile[i] = extents[last - i];
    }
    byte[] bytes =
        new NaiveSplit(Shape.of(inFile), mirrored ? last : 0, 2, 1, 3)
            .split(MemorySegment.ofArray(content), layout.type())
            .get(part);
    extents[0] = new long[] {2, 1, 3}[part];
    return file(layout.ofPart(Shape.of(extents), layout.type()), bytes);
  }

  /// Each is refused with a reason, or becomes null and is counted.
  @Test
  void wrongFilesSayWhatIsWrong() {
    byte[] good = file(layout(ElementType.F32, false, 6), new byte[24]);
    byte[] bigEndian = good.clone();
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = bigEndian[i] == '<' ? (byte) '>' : bigEndian[i];
    }
    byte[] five = file(layout(ElementType.U8, false, 5), new byte[5]);
    assertRefused(bigEndian, SPLIT, "it as x.astype");
    assertRefused(Arrays.copyOf(good, 140), SPLIT, "has 12 bytes of data, and should have 24");
    assertRefused(new byte[3], SPLIT, "this is no .npy file");
    assertRefused(five, SPLIT, "lengths [2, 1, 3] must sum to 5");
    List<byte[]> files = List.of(good, bigEndian, five, new byte[3]);
    LongAccumulator wrong = LocalSpark.session().sparkContext().longAccumulator();
    assertThat(LocalSpark.rows(LocalSpark.table(files).transform(SPLIT.onErrorNull(wrong))))
        .extracting(row -> row.getAs("t_0") == null)
        .containsExactly(false, true, true, true);
    assertThat(wrong.value()).isEqualTo(3);
  }

  /// Without data, a file of 128 bytes may have any extent: plans must not grow with it.
  @Test
  void aSmallFileMakesNoMillionsOfParts() {
    byte[] file = file(layout(ElementType.U8, false, 1 << 24, 0), new byte[0]);
    TensorSplit split = TensorSplit.of("t").npy().axis(0).cut(Cut.inChunksOf(1)).names("t_0");
    assertRefused(file, split, "a row has 1 to 65536 parts, not 16777216");
    assertRefused(
        file,
        split.cut(Cut.inChunksOf(1 << 23)),
        "[16777216, 0] makes 2 parts, and there are 1 columns");
  }

  private static void assertRefused(byte[] file, TensorSplit split, String message) {
    Dataset<Row> parts = LocalSpark.table(List.of(file)).transform(split);
    assertThatThrownBy(parts::collectAsList)
        .hasMessageContaining("column t: ")
        .hasMessageContaining(message);
  }
}

package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.conformance.NaiveSplit;
import io.cleave.file.npy.NpyContainer;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
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
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole `.npy` files in rows, each with a shape of its own.
class LocalNpyIT {
  private static final List<Layout> LAYOUTS =
      List.of(
          layout(ElementType.F32, MemoryOrder.C, 6, 4),
          layout(ElementType.F32, MemoryOrder.C, 6, 4),
          layout(ElementType.U8, MemoryOrder.C, 6),
          layout(ElementType.F16, MemoryOrder.FORTRAN, 6, 2, 3),
          layout(ElementType.F16, MemoryOrder.FORTRAN, 6, 2, 3),
          layout(ElementType.I64, MemoryOrder.C, 6, 0),
          layout(ElementType.F32, MemoryOrder.C, 6, 4));

  private static Layout layout(ElementType type, MemoryOrder order, long... shape) {
    return new Layout(Shape.of(shape), type, order, ByteOrder.LITTLE_ENDIAN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "pocl"})
  void eachRowIsSplitByItsOwnShape(String device) {
    List<byte[]> contents = new ArrayList<>();
    List<byte[]> files = new ArrayList<>();
    Random random = new Random(5);
    for (Layout layout : LAYOUTS) {
      byte[] content = new byte[(int) layout.bytes()];
      random.nextBytes(content);
      contents.add(content);
      files.add(file(layout, content));
    }
    Dataset<Row> parts =
        Table.of(LocalSpark.session(), DataTypes.BinaryType, 1, files)
            .transform(TensorSplit.of("t").npy().axis(0).lengths(2, 1, 3).device(device));
    for (int part = 0; part < 3; part++) {
      List<Object> found = List.copyOf(Table.column(parts, "t_" + part));
      for (int row = 0; row < files.size(); row++) {
        assertThat((byte[]) found.get(row))
            .as("part %s of row %s", part, row)
            .isEqualTo(expected(LAYOUTS.get(row), contents.get(row), part));
      }
    }
  }

  private static byte[] file(Layout layout, byte[] content) {
    byte[] header = NpyContainer.header(layout);
    byte[] file = Arrays.copyOf(header, header.length + content.length);
    System.arraycopy(content, 0, file, header.length, content.length);
    return file;
  }

  /// In Fortran order the bytes are those of the mirrored tensor.
  private static byte[] expected(Layout layout, byte[] content, int part) {
    long[] extents = layout.shape().extents();
    long[] inFile = extents.clone();
    boolean mirrored = layout.order() == MemoryOrder.FORTRAN;
    if (mirrored) {
      for (int i = 0; i < inFile.length; i++) {
        inFile[i] = extents[inFile.length - 1 - i];
      }
    }
    byte[] bytes =
        new NaiveSplit(Shape.of(inFile), mirrored ? inFile.length - 1 : 0, 2, 1, 3)
            .split(MemorySegment.ofArray(content), layout.type())
            .get(part);
    extents[0] = new long[] {2, 1, 3}[part];
    return file(layout.ofPart(Shape.of(extents), layout.type()), bytes);
  }

  @Test
  void wrongFilesSayWhatIsWrong() {
    Layout bigEndian =
        new Layout(Shape.of(6), ElementType.F32, MemoryOrder.C, ByteOrder.LITTLE_ENDIAN);
    byte[] file = file(bigEndian, new byte[24]);
    for (int i = 0; i < file.length; i++) {
      if (file[i] == '<') {
        file[i] = '>';
      }
    }
    byte[] cut = Arrays.copyOf(file(bigEndian, new byte[24]), 140);
    byte[] five = file(layout(ElementType.U8, MemoryOrder.C, 5), new byte[5]);
    assertRefused(file, "it is big-endian");
    assertRefused(cut, "takes 24 bytes of data, and it has 12");
    assertRefused(new byte[3], "this is no .npy file");
    assertRefused(five, "lengths [2, 1, 3] must sum to 5");
  }

  /// Where there is nothing to move, a file of 128 bytes has any extent: what is planned for it
  /// must not grow with that.
  @Test
  void aSmallFileMakesNoMillionsOfParts() {
    byte[] file = file(layout(ElementType.U8, MemoryOrder.C, 1 << 24, 0), new byte[0]);
    TensorSplit split = TensorSplit.of("t").npy().axis(0).chunksOf(1).names("t_0");
    assertRefused(file, split, "u8 [16777216, 0] makes 16777216 parts, and there are 1 columns");
    assertRefused(file, split.stack(0), "a row has 1 to 65536 parts, not 16777216");
    assertRefused(file, split.axis(2), "axis 2 must lie in -2..1 for shape [16777216, 0]");
  }

  private static void assertRefused(byte[] file, String message) {
    assertRefused(file, TensorSplit.of("t").npy().axis(0).lengths(2, 1, 3), message);
  }

  private static void assertRefused(byte[] file, TensorSplit split, String message) {
    Dataset<Row> table = Table.of(LocalSpark.session(), DataTypes.BinaryType, 1, List.of(file));
    assertThatThrownBy(() -> table.transform(split).collectAsList()).hasMessageContaining(message);
    assertThat(table.transform(split.onError("null")).filter("t_0 is null").count()).isEqualTo(1);
  }
}

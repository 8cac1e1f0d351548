package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.file.stored.NamedLayout;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is too much for a format, and what only seems to be.
class FormatLimitsTest {
  private static final Layout BYTE =
      new Layout(Shape.of(1), ElementType.U8, MemoryOrder.C, ByteOrder.LITTLE_ENDIAN);

  @ParameterizedTest
  @EnumSource(names = {"NPY", "NPZ", "SAFETENSORS"})
  void moreDimensionsThanReadersTakeAreRefused(Format format) {
    assertThat(format.container(ofRank(64), Map.of()).data()).hasSize(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> format.container(ofRank(65), Map.of()))
        .withMessageContaining("65 dimensions are more than the 64 that a .");
  }

  private static List<NamedLayout> ofRank(int rank) {
    long[] ones = new long[rank];
    Arrays.fill(ones, 1);
    return List.of(new NamedLayout("x", BYTE.ofPart(Shape.of(ones), ElementType.U8)));
  }

  /// With one long axis at most, or without any element, both orders are the same.
  @ParameterizedTest
  @EnumSource(names = {"RAW", "SAFETENSORS"})
  void fortranOrderIsNoneWhereItTellsNothing(Format format) {
    for (Shape shape : List.of(Shape.of(3, 1), Shape.of(1, 1), Shape.of(), Shape.of(4, 0, 3))) {
      Layout layout =
          new Layout(shape, ElementType.F32, MemoryOrder.FORTRAN, ByteOrder.LITTLE_ENDIAN);
      assertThat(format.container(List.of(new NamedLayout("x", layout)), Map.of()).data())
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RAW", "SAFETENSORS"})
  void bytesHaveNoOrder(Format format) {
    Layout layout = new Layout(Shape.of(3), ElementType.U8, MemoryOrder.C, ByteOrder.BIG_ENDIAN);
    assertThat(format.container(List.of(new NamedLayout("x", layout)), Map.of()).data()).hasSize(1);
  }
}

package io.cleave.file.format;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.file.Format;
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
  private static final StoredLayout BYTE = StoredLayout.plain(ElementType.U8, Shape.of(1));

  @ParameterizedTest
  @EnumSource(names = {"NPY", "NPZ", "SAFETENSORS"})
  void moreDimensionsThanReadersTakeAreRefused(Format format) {
    assertThat(FileLayout.of(format, ofRank(64), Map.of()).data()).hasSize(1);
    refuses(
        () -> FileLayout.of(format, ofRank(65), Map.of()),
        "65 dimensions are more than the 64 that a .");
  }

  private static Map<String, StoredLayout> ofRank(int rank) {
    long[] ones = new long[rank];
    Arrays.fill(ones, 1);
    return Map.of("x", BYTE.ofPart(Shape.of(ones), ElementType.U8));
  }

  /// With one long axis at most, or without any element, both orders are the same, and bytes have
  /// none.
  @ParameterizedTest
  @EnumSource(names = {"RAW", "SAFETENSORS"})
  void orderIsNoneWhereItTellsNothing(Format format) {
    for (Shape shape : List.of(Shape.of(3, 1), Shape.of(1, 1), Shape.of(), Shape.of(4, 0, 3))) {
      holds(format, new StoredLayout(shape, ElementType.F32, true, ByteOrder.LITTLE_ENDIAN));
    }
    holds(format, new StoredLayout(Shape.of(3), ElementType.U8, false, ByteOrder.BIG_ENDIAN));
  }

  private static void holds(Format format, StoredLayout layout) {
    assertThat(FileLayout.of(format, Map.of("x", layout), Map.of()).data()).hasSize(1);
  }
}

package io.cleave.file.npy;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NpyHeaderWriterTest {

  static Stream<Arguments> headers() {
    return Stream.of(
        Arguments.of(
            layout(ElementType.F32, MemoryOrder.C, 4, 6, 8),
            "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 6, 8), }"),
        Arguments.of(
            layout(ElementType.BOOLEAN, MemoryOrder.FORTRAN, 0, 1),
            "{'descr': '|b1', 'fortran_order': True, 'shape': (0, 1), }"),
        Arguments.of(
            layout(ElementType.U64, MemoryOrder.C, 7),
            "{'descr': '<u8', 'fortran_order': False, 'shape': (7,), }"),
        Arguments.of(
            layout(ElementType.F16, MemoryOrder.C),
            "{'descr': '<f2', 'fortran_order': False, 'shape': (), }"));
  }

  private static Layout layout(ElementType type, MemoryOrder order, long... shape) {
    return new Layout(Shape.of(shape), type, order, ByteOrder.LITTLE_ENDIAN);
  }

  @ParameterizedTest
  @MethodSource("headers")
  void writesAsNumPyDoes(Layout layout, String text) {
    byte[] header = NpyHeaderWriter.encode(layout);
    assertThat(header).startsWith(0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0).endsWith('\n').hasSize(128);
    assertThat(new String(header, 10, 118, StandardCharsets.US_ASCII)).startsWith(text + " ");
    assertThat(ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getShort(8))
        .isEqualTo((short) 118);
  }

  @Test
  void dataIsAlignedForEveryLengthOfText() {
    for (int rank = 0; rank <= 64; rank++) {
      byte[] header = NpyHeaderWriter.encode(layout(ElementType.I8, MemoryOrder.C, ones(rank)));
      assertThat(header.length % 64).as("rank %d", rank).isZero();
      assertThat(header).endsWith(' ', '\n');
      assertThat(
              NpyDictionary.parse(
                      new String(header, 10, header.length - 10, StandardCharsets.US_ASCII))
                  .shape())
          .hasSize(rank);
    }
  }

  @Test
  void aTextTooLongForVersionOneTakesVersionTwo() {
    for (int rank = 21_800; rank < 21_900; rank++) {
      byte[] header = NpyHeaderWriter.encode(layout(ElementType.I8, MemoryOrder.C, ones(rank)));
      ByteBuffer bytes = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
      long length = header[6] == 1 ? Short.toUnsignedLong(bytes.getShort(8)) : bytes.getInt(8);
      assertThat(length).as("rank %d", rank).isEqualTo(header.length - (header[6] == 1 ? 10 : 12));
      assertThat(header[6]).isEqualTo((byte) (header.length <= 10 + 0xffff ? 1 : 2));
      assertThat(header.length % 64).isZero();
    }
    assertThat(NpyHeaderWriter.encode(layout(ElementType.I8, MemoryOrder.C, ones(21_900)))[6])
        .isEqualTo((byte) 2);
  }

  private static long[] ones(int rank) {
    long[] ones = new long[rank];
    Arrays.fill(ones, 1);
    return ones;
  }
}

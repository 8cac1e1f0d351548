package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Allocated;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bytes in, bytes out, all of them worked out by hand.
class NaiveSplitTest {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

  private static List<String> split(
      String data, ElementType type, Shape shape, long axis, long... lengths) {
    MemorySegment bytes = MemorySegment.ofArray(HEX.parseHex(data));
    return new NaiveSplit(shape, axis, lengths)
        .split(bytes, type).stream().map(HEX::formatHex).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "u1, 9, B0 80",
    "u2, 4, 39",
    "u3, 8, 88 C6 FA",
    "u4, 3, 21 03",
    "i4, 2, 7F",
    "u6, 4, 81 34 D2",
    "nf4, 3, 21 03",
    "f4e2m1, 3, 21 03",
    "boolean, 3, 00 FF 02",
    "u16, 2, 01 02 03 04"
  })
  void copiesAWholeTensor(String type, long elements, String bytes) {
    assertThat(split(bytes, ElementType.parse(type), Shape.of(elements), 0, elements))
        .containsExactly(bytes);
  }

  @Test
  void packsEachPartOnItsOwnLeastSignificantBitsFirst() {
    assertThat(split("21 43 05", ElementType.U4, Shape.of(5), 0, 1, 3, 1))
        .containsExactly("01", "32 04", "05");
    assertThat(split("88 C6 FA", ElementType.U3, Shape.of(8), 0, 1, 3, 4))
        .containsExactly("00", "D1 00", "AC 0F");
    assertThat(split("81 34 D2", ElementType.U6, Shape.of(2, 2), 1, 1, 1))
        .containsExactly("C1 08", "12 0D");
  }

  @Test
  void packsU1MostSignificantBitFirst() {
    assertThat(split("B0 80", ElementType.U1, Shape.of(9), 0, 3, 6)).containsExactly("A0", "84");
    assertThat(split("B0 80", ElementType.U1, Shape.of(3, 3), 1, 1, 2)).containsExactly("C0", "44");
  }

  @Test
  void takesColumnsOfBytes() {
    assertThat(split("00 01 02 03 04 05", ElementType.U8, Shape.of(2, 3), -1, 1, 2))
        .containsExactly("00 03", "01 02 04 05");
  }

  @Test
  void nothingMakesNothing() {
    assertThat(split("", ElementType.F32, Shape.of(0, Long.MAX_VALUE), 0, 0, 0))
        .containsExactly("", "");
    assertThat(split("", ElementType.U3, Shape.of(3, 0), 0)).isEmpty();
  }

  @Test
  void takesStrings() {
    String[] data = {"a", "b", "c", "d", "e", "f"};
    assertThat(new NaiveSplit(Shape.of(2, 3), 1, 2, 1).split(data))
        .containsExactly(new String[] {"a", "b", "d", "e"}, new String[] {"c", "f"});
  }

  @Test
  void takesTheDataOnceHoweverManyPartsThereAre() {
    long[] lengths = new long[4096];
    Arrays.fill(lengths, 256);
    NaiveSplit split = new NaiveSplit(Shape.of(1 << 20), 0, lengths);
    MemorySegment data = MemorySegment.ofArray(new byte[1 << 20]);
    long before = Allocated.bytes();
    split.split(data, ElementType.U8);
    assertThat(Allocated.bytes() - before).isLessThan(64 << 20);
  }
}

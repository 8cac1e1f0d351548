package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bytes in, bytes out, all of them worked out by hand.
class NaiveSplitTest {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

  @ParameterizedTest
  @CsvSource({
    "u16, 2, 0, 2, 01 02 03 04, 01 02 03 04",
    // Each part is packed on its own, from the least significant bit, or u1 from the most.
    "u4, 5, 0, '1,3,1', 21 43 05, '01,32 04,05'",
    "u3, 8, 0, '1,3,4', 88 C6 FA, '00,D1 00,AC 0F'",
    "u6, '2,2', 1, '1,1', 81 34 D2, 'C1 08,12 0D'",
    "u1, 9, 0, '3,6', B0 80, 'A0,84'",
    "u1, '3,3', 1, '1,2', B0 80, 'C0,44'",
    "u8, '2,3', -1, '1,2', 00 01 02 03 04 05, '00 03,01 02 04 05'",
    "f32, '0,9223372036854775807', 0, '0,0', '', ','",
    "u3, '3,0', 1, 0, '', ''"
  })
  void takesElements(
      String type, String shape, long axis, String lengths, String data, String parts) {
    long[] numbers = Stream.of(lengths.split(",")).mapToLong(Long::parseLong).toArray();
    MemorySegment bytes = MemorySegment.ofArray(HEX.parseHex(data));
    assertThat(
            new NaiveSplit(Shape.parse(shape), axis, numbers).split(bytes, ElementType.parse(type)))
        .extracting(HEX::formatHex)
        .containsExactly(parts.split(",", -1));
  }

  @Test
  void takesStrings() {
    String[] data = {"a", "b", "c", "d", "e", "f"};
    assertThat(new NaiveSplit(Shape.of(2, 3), 1, 2, 1).split(data))
        .containsExactly(new String[] {"a", "b", "d", "e"}, new String[] {"c", "f"});
  }
}

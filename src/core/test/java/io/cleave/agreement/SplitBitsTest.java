package io.cleave.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitBitsTest {
  /// 0 to 7 as u3, and 1, 18, 35, 52 as u6; then fewer than fill a group.
  @ParameterizedTest
  @CsvSource({
    "U3, 88C6FA, 8, 1B1B0F",
    "U6, 8134D2, 4, 12341B",
    "U3, 3E, 2, B000C0",
    "U6, 3F, 1, F000C0",
  })
  void lowerBitsComeBeforeUpperOnes(ElementType type, String stream, long count, String packed) {
    byte[] bytes = SplitBits.pack(type, HexFormat.of().parseHex(stream), count);
    assertThat(HexFormat.of().withUpperCase().formatHex(bytes)).isEqualTo(packed);
  }
}

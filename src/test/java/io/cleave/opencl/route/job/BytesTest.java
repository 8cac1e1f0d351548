package io.cleave.opencl.route.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BytesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 bytes",
    "1, 1 byte",
    "2, 2 bytes",
    "1023, 1023 bytes",
    "1024, 1 KiB",
    "1536, 1536 bytes",
    "16384, 16 KiB",
    "1048576, 1 MiB",
    "3221225472, 3 GiB",
    "1125899906842624, 1024 TiB",
    "9223372036854775807, 9223372036854775807 bytes",
  })
  void leavesNoFraction(long bytes, String text) {
    assertThat(Bytes.text(bytes)).isEqualTo(text);
  }
}

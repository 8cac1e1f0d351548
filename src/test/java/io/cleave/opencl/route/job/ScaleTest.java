package io.cleave.opencl.route.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScaleTest {
  @Test
  void countsTheBytesThatElementsBecome() {
    Scale bytes = new Scale(8, 8, 8, 32);
    assertThat(bytes.partBytes(3)).isEqualTo(12);
    assertThat(bytes.inBits().partBytes(24)).isEqualTo(12);
  }
}

package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What makes figures those of another machine, and what does not.
class StampTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mixed mode, sharing | mixed mode",
        "mixed mode, aot, sharing | mixed mode",
        "mixed mode | mixed mode",
        "interpreted mode, sharing | interpreted mode",
        "mixed mode, emulated-client, sharing | mixed mode, emulated-client"
      })
  void howTheJvmWasStartedDoesNotMatter(String info, String compiling) {
    assertThat(Stamp.compiling(info)).isEqualTo(compiling);
  }

  @Test
  void everythingElseDoes() {
    Stamp stamp = new Stamp("Linux amd64", "a processor", 2, "a JVM");
    assertThat(stamp.checksum())
        .isEqualTo(new Stamp("Linux amd64", "a processor", 2, "a JVM").checksum())
        .isNotEqualTo(new Stamp("Linux arm64", "a processor", 2, "a JVM").checksum())
        .isNotEqualTo(new Stamp("Linux amd64", "another", 2, "a JVM").checksum())
        .isNotEqualTo(new Stamp("Linux amd64", "a processor", 4, "a JVM").checksum())
        .isNotEqualTo(new Stamp("Linux amd64", "a processor", 2, "another JVM").checksum());
  }
}

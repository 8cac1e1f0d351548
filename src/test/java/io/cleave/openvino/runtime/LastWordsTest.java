package io.cleave.openvino.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Of all that a process says, why it ended.
@Timeout(30)
class LastWordsTest {
  private static String complaint(String said) {
    return LastWords.of(new ByteArrayInputStream(said.getBytes(StandardCharsets.UTF_8)))
        .complaint();
  }

  @Test
  void theLastComplaintAndWhereItWasMadeAreTold() {
    assertThat(complaint("a warning\nException: wrong\n\tat one\n\tat other\n\n"))
        .isEqualTo("Exception: wrong at one");
    assertThat(complaint("Exception: wrong\n\tat one\nCaused by: worse\n\tat two\n"))
        .isEqualTo("Caused by: worse at two");
    assertThat(complaint("terminate called")).isEqualTo("terminate called");
    assertThat(complaint("  \tindented\n")).isEqualTo("indented");
    assertThat(complaint("")).isEmpty();
  }

  @Test
  void whatCommandsATerminalIsNotTold() {
    assertThat(complaint("wrong \u001b[31m\n")).isEqualTo("wrong ?[31m");
    assertThat(complaint("x".repeat(1000))).hasSize(500).endsWith("...");
  }

  @Test
  void onlyTheEndIsKept() {
    assertThat(complaint("noise\n".repeat(10_000) + "the last\n")).isEqualTo("the last");
    assertThat(complaint("the first\n" + "\tat one\n".repeat(10_000))).doesNotContain("first");
  }

  @Test
  void aStreamThatCannotBeReadIsSaidToBe() throws IOException {
    InputStream broken = InputStream.nullInputStream();
    broken.close();
    assertThat(LastWords.of(broken).complaint()).isEqualTo("Stream closed");
  }
}

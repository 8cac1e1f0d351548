package io.cleave.openvino.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OpenVinoClientTest {
  private static final Request REQUEST = Request.shapes("<net/>", new byte[0]);

  @Test
  void aProcessThatEndsIsNoAnswer() {
    try (OpenVinoClient client = new OpenVinoClient(Path.of("no-such-folder"))) {
      assertThat(client.ask(REQUEST))
          .isInstanceOfSatisfying(
              Response.Ended.class,
              ended ->
                  assertThat(ended.how()).startsWith("exit status 1: ").contains("no-such-folder"));
    }
  }
}

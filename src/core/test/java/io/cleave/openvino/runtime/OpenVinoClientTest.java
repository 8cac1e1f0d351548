package io.cleave.openvino.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
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

  /// A process may end for an earlier request.
  @Test
  void aNewProcessAnswersForOneThatEnded() {
    Assumptions.assumeTrue(OpenVinoHome.problem().isEmpty(), OpenVinoHome.problem().orElse(""));
    List<ProcessHandle> others = ProcessHandle.current().children().toList();
    try (OpenVinoClient client = new OpenVinoClient(OpenVinoHome.folder())) {
      Response response = client.ask(REQUEST);
      assertThat(response).isInstanceOf(Response.Refused.class);
      ProcessHandle.current()
          .children()
          .filter(child -> !others.contains(child))
          .forEach(ProcessHandle::destroyForcibly);
      assertThat(client.ask(REQUEST)).isEqualTo(response);
    }
  }
}

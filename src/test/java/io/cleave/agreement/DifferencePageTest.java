package io.cleave.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.ir.infer.Difference;
import io.cleave.ir.infer.Difference.Aspect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The page says what the list says. `mvn test -Dtest=DifferencePageTest -Dcleave.draw=true` writes
/// it anew.
class DifferencePageTest {
  private static final Path PAGE =
      Path.of(System.getProperty("cleave.basedir"), "src/site/markdown/openvino.md");

  private static final String BEGIN = "<!-- Made from Difference.java by DifferencePageTest -->\n";
  private static final String END = "<!-- End -->\n";

  @Test
  void thePageSaysWhatTheListSays() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END);
    if (Boolean.getBoolean("cleave.draw")) {
      Files.writeString(PAGE, page.substring(0, from) + list() + page.substring(to));
    }
    assertThat(Files.readString(PAGE))
        .as("write it anew with -Dcleave.draw=true")
        .contains(BEGIN + list() + END);
  }

  private static String list() {
    return "\n## Shapes and refusals\n\n%s## Data\n\n%s"
        .formatted(list(Aspect.SHAPES), list(Aspect.DATA));
  }

  private static String list(Aspect aspect) {
    return Arrays.stream(Difference.values())
        .filter(difference -> difference.aspect() == aspect)
        .map(
            difference ->
                """
                ### `%s`

                OpenVINO %s.

                Cleave %s: %s.

                """
                    .formatted(
                        difference, difference.openVino(), difference.cleave(), difference.why()))
        .collect(Collectors.joining());
  }
}

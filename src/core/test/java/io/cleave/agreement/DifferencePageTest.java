package io.cleave.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DifferencePageTest {
  @Test
  void thePageHasAHeadingForEachDifference() throws IOException {
    Path page = Path.of(System.getProperty("cleave.basedir"), "src/site/markdown/openvino.md");
    assertThat(
            Pattern.compile("(?m)^#+ `([a-z-]+)`$")
                .matcher(Files.readString(page))
                .results()
                .map(heading -> heading.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Difference.values()).map(Difference::toString).toList());
  }
}

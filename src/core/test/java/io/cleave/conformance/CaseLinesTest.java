package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.conformance.CaseLines.Line;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CaseLinesTest {
  private static List<String> read(String text, int limit) throws IOException {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    CaseLines lines = new CaseLines(in, limit);
    List<String> read = new ArrayList<>();
    for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
      String content =
          line.get().text().map(bytes -> StandardCharsets.UTF_8.decode(bytes) + "").orElse("long");
      read.add(line.get().number() + content.replace("\r", ""));
    }
    return read;
  }

  @Test
  void endsLinesLikeEverybody() throws IOException {
    assertThat(read("a\nb\r\nc", 10)).containsExactly("1a", "2b", "3c");
    assertThat(read("a\n", 10)).containsExactly("1a");
    assertThat(read("", 10)).isEmpty();
  }

  @Test
  void skipsBlankLinesAndCountsThem() throws IOException {
    assertThat(read("\n \t\r\na\n\r\n\nb\n\n", 10)).containsExactly("3a", "6b");
  }

  @Test
  void skipsAByteOrderMark() throws IOException {
    assertThat(read("\uFEFFa\n\uFEFFb", 10)).containsExactly("1a", "2\uFEFFb");
    assertThat(read("\uFEFF\na", 10)).containsExactly("2a");
  }

  @Test
  void skipsALineThatIsTooLong() throws IOException {
    assertThat(read("aaaa\naaaaa\n" + "b".repeat(500_000) + "\nc\nddddd", 4))
        .containsExactly("1aaaa", "2long", "3long", "4c", "5long");
  }

  @Test
  void putsLongLinesTogether() throws IOException {
    String line = "x".repeat(200_001);
    assertThat(read(line + "\n" + line + "y", 1 << 20))
        .containsExactly("1" + line, "2" + line + "y");
  }
}

package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What contributors are told of the code is so: the way of an option through the rooms. That the
/// files they are sent to exist is for [PagesTest].
class ContributingTest {
  private static final Path MAIN = Pages.ROOT.resolve("src/main/java/io/cleave");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[\\w.]+`|the root) \\| (.*) \\|$");
  private static final Pattern SOURCE = Pattern.compile("`(\\w+\\.java)`");

  @Test
  void whatIsMetOnTheWayOfLengthsLiesInTheRoomOfItsRow() throws IOException {
    List<MatchResult> rows = ROW.matcher(section("## Following `--lengths`")).results().toList();
    assertThat(rows).isNotEmpty();
    for (MatchResult row : rows) {
      String room = row.group(1).equals("the root") ? "" : row.group(1).replace("`", "");
      if (room.equals("kernels")) {
        continue;
      }
      Path folder = MAIN.resolve(room.replace('.', '/'));
      assertThat(SOURCE.matcher(row.group(2)).results())
          .as("what is met in the room '%s'", room)
          .isNotEmpty()
          .allSatisfy(one -> assertThat(folder.resolve(one.group(1))).exists());
    }
  }

  private static String section(String heading) throws IOException {
    String text = Files.readString(Pages.CONTRIBUTING);
    int begin = text.indexOf(heading + "\n");
    assertThat(begin).as(heading).isNotNegative();
    return text.substring(begin, text.indexOf("\n## ", begin));
  }
}

package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What contributors are told of the code is so: the way of an option through the rooms, and what
/// it takes to add something. That the files they are sent to exist is for [PagesTest].
class ContributingTest {
  private static final Path MAIN = Pages.ROOT.resolve("src/main/java/io/cleave");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[\\w.]+`|the root) \\| (.*) \\|$");
  private static final Pattern COMMENT = Pattern.compile("\\s*(//|import |package )");
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

  /// Whatever knows each of a kind by name must hear of a new one.
  ///
  /// @param heading of the list that must name it
  /// @param folder where it is looked for
  /// @param word what only code says that knows them all: the name of one that is seldom meant
  ///   alone
  @ParameterizedTest
  @CsvSource(
      delimiterString = " : ",
      textBlock =
          """
          For an element type : src/main/java : I4|NF4|U3|U6|F4E2M1|F8E4M3|F8E5M2|F8E8M0
          For a route : src/main/java : COMPILED
          For a route : src/bench : COMPILED
          For a format of files : src/main/java : NPZ|SAFETENSORS|safetensors or raw
          For a binding to OpenCL : src/main/java : JOCL|jocl
          For a binding to OpenCL : src/bench : JOCL|jocl
          For a binding to OpenCL : src/test/java/io/cleave/sweep : JOCL|JoclBinding
          For a binding to OpenCL : src/test/java/io/cleave/opencl/driver : org/jocl
          """)
  void whatKnowsEachOfAKindStandsOnTheListOfTheKind(String heading, String folder, String word)
      throws IOException {
    String list = section("### " + heading);
    Pattern named = Pattern.compile("\\b(%s)\\b".formatted(word));
    try (Stream<Path> files = Files.walk(Pages.ROOT.resolve(folder))) {
      assertThat(files.filter(Files::isRegularFile).filter(file -> names(file, named)))
          .as("files of %s that name %s", folder, word)
          .isNotEmpty()
          .allSatisfy(
              file -> assertThat(list).containsPattern("[`/]%s`".formatted(file.getFileName())));
    }
  }

  /// Whether a file's code names something. What is a binding's own is no matter of others.
  private static boolean names(Path file, Pattern word) {
    if (file.toString().contains("/jocl/")) {
      return false;
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> !COMMENT.matcher(line).lookingAt())
          .anyMatch(line -> word.matcher(line).find());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String section(String heading) throws IOException {
    String text = Files.readString(Pages.CONTRIBUTING);
    int begin = text.indexOf(heading + "\n");
    assertThat(begin).as(heading).isNotNegative();
    return text.substring(begin, text.indexOf("\n##", begin));
  }
}

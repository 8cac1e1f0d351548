package io.cleave.opencl.route.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Draws lines together as the head of `split_lines` says, load by load, and looks where each byte
/// comes from.
class DrawingTest {
  private static final Pattern PART =
      Pattern.compile(
          "PART\\((\\d+),(\\d+),(\\d+),(\\d+),(\\d+),(\\d+),(([FS]\\d+\\(\\d+\\))+)\\)");
  private static final Pattern LINE = Pattern.compile("([FS])(\\d+)\\((\\d+)\\)");
  private static final int ROWS = 64;

  @ParameterizedTest
  @CsvSource({
    // RGB: three words serve all three parts
    "0, 1, 3, S, 3, 0",
    "2, 1, 3, S, 3, 0",
    // far apart: a load for each run
    "40, 12, 12000, F, 2, 40",
    "0, 1, 100, F, 16, 0",
    // the whole row
    "0, 24, 24, S, 1, 0"
  })
  void takesTheFewestLoads(
      long offset, long run, long pitch, String way, int words, long firstByte) {
    Drawing drawing = Drawing.of(offset, run, pitch);
    assertThat(drawing.span()).isEqualTo(way.equals("S"));
    assertThat(drawing.words()).isEqualTo(words);
    assertThat(drawing.at()).isEqualTo(firstByte);
  }

  @Test
  void drawsEveryByteFromItsPlace() {
    Random random = new Random(1);
    for (int i = 0; i < 400; i++) {
      int run = 1 + random.nextInt(i % 2 == 0 ? 20 : 200);
      int offset = random.nextInt(i % 3 == 0 ? 4 : 300);
      int pitch = offset + run + random.nextInt(i % 5 == 0 ? 3 : 500);
      check(offset, run, pitch);
    }
  }

  private static void check(int offset, int run, int pitch) {
    Drawing drawing = Drawing.of(offset, run, pitch);
    Matcher part = PART.matcher(drawing.text(7, ROWS));
    assertThat(part.matches()).as(drawing.toString()).isTrue();
    long[] numbers =
        Arrays.stream(new int[] {1, 2, 3, 4, 5, 6})
            .mapToLong(g -> Long.parseLong(part.group(g)))
            .toArray();
    assertThat(numbers)
        .startsWith(7, offset, run)
        .endsWith(drawing.words(), drawing.at(), offset - drawing.at());
    Matcher line = LINE.matcher(part.group(7));
    int lines = 0;
    while (line.find()) {
      assertThat(line.group(1)).isEqualTo(drawing.span() ? "S" : "F");
      assertThat(Integer.parseInt(line.group(2)))
          .isIn(1, 2, 4, 8, 16)
          .isGreaterThanOrEqualTo(drawing.words());
      assertThat(Integer.parseInt(line.group(3))).isEqualTo(lines++);
    }
    assertThat(lines).isEqualTo(run);
    for (int b = 0; b < ROWS * run; b++) {
      checkByte(drawing, b, pitch);
    }
  }

  /// @param b the byte of the output
  private static void checkByte(Drawing drawing, long b, long pitch) {
    long run = drawing.run();
    long begin = b / 16 * 16;
    long row = begin / run;
    long wanted = b / run * pitch + drawing.offset() + b % run;
    long loaded;
    if (drawing.span()) {
      long first = row * pitch + drawing.at() + begin % run;
      long word = (wanted - first) / 16;
      assertThat(word).as("byte %s of %s", b, drawing).isBetween(0L, drawing.words() - 1L);
      loaded = first + word * 16;
    } else {
      long fragment = b / run - row;
      assertThat(fragment).as("byte %s of %s", b, drawing).isBetween(0L, drawing.words() - 1L);
      loaded = (row + fragment) * pitch + drawing.at() - ((row + fragment) * run - begin);
      assertThat(wanted - loaded)
          .as("byte %s of %s lies in its place", b, drawing)
          .isEqualTo(b % 16);
    }
    assertThat(loaded).isNotNegative();
    assertThat(loaded + 16)
        .isLessThanOrEqualTo((ROWS - 1) * pitch + drawing.offset() + run + drawing.reach());
  }
}

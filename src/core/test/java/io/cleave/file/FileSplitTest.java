package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Parts that are converted in several pieces, replace files, or are written by many threads.
class FileSplitTest {
  @TempDir Path folder = Path.of("");

  @Test
  void convertsMoreThanOnePiece() throws IOException {
    check(">i4", false, new long[] {2, 1_100_003, 2}, 1, 1L << 20, 1_000_000, 100_003);
    check(">i4", false, new long[] {2_100_003, 2}, 0, 1L << 20, 2_100_002, 1);
  }

  /// Splits a new file and compares every part with a look-up element by element.
  private void check(
      String descr, boolean fortran, long[] shape, int axis, long window, long... lengths)
      throws IOException {
    int width = descr.charAt(2) - '0';
    int volume = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    byte[] data = NpyBytes.data(volume * width);
    Path file = folder.resolve("data.npy");
    Files.write(file, NpyBytes.file(1, NpyBytes.text(descr, fortran, shape), data));
    var naive = new NaiveArray(shape, fortran, width, descr.startsWith(">"), data);
    List<WrittenPart> parts = split(file, axis, window, lengths);
    assertThat(parts).hasSize(lengths.length);
    long start = 0;
    for (int i = 0; i < lengths.length; i++) {
      long[] extents = shape.clone();
      extents[axis] = lengths[i];
      byte[] expected = naive.part(axis, start, lengths[i]);
      Path target = folder.resolve("parts").resolve("data." + i + ".npy");
      assertThat(parts.get(i))
          .isEqualTo(
              new WrittenPart(
                  file,
                  "data",
                  i,
                  target,
                  "data." + i,
                  type(file),
                  Shape.of(extents),
                  expected.length));
      assertPart(target, descr.substring(1), fortran, extents, expected);
      start += lengths[i];
    }
    assertThat(folder.resolve("parts")).isDirectoryNotContaining("glob:**.tmp");
  }

  private static void assertPart(
      Path file, String code, boolean fortran, long[] shape, byte[] expected) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes.length % 64).isEqualTo(expected.length % 64);
    int header = bytes.length - expected.length;
    assertThat(Arrays.equals(bytes, header, bytes.length, expected, 0, expected.length))
        .as("data of %s", file)
        .isTrue();
    String text = new String(bytes, 10, header - 10, StandardCharsets.US_ASCII);
    String sign = code.endsWith("1") ? "|" : "<";
    String comma = shape.length == 1 ? "," : "";
    String tuple =
        Arrays.stream(shape)
            .mapToObj(Long::toString)
            .collect(Collectors.joining(", ", "(", comma + ")"));
    assertThat(text.strip())
        .isEqualTo(
            "{'descr': '%s%s', 'fortran_order': %s, 'shape': %s, }"
                .formatted(sign, code, fortran ? "True" : "False", tuple));
  }

  private static ElementType type(Path file) throws IOException {
    return Opened.first(file).layout().type();
  }

  private List<WrittenPart> split(Path file, int axis, long window, long... lengths)
      throws IOException {
    try (var splitter = new PlainSplitter()) {
      StoredTensor data = Opened.first(file);
      SplitPlan plan = SplitPlan.of(data.layout().plain(), axis, Cut.byLengths(lengths));
      Target files = Opened.numbered(folder.resolve("parts"), "data", plan.partCount());
      return Opened.write(
          new FileSplitter(splitter).inWindowsOf(window).replacing(true), data, plan, files);
    }
  }

  @Test
  void replacesWhatIsThere() throws IOException {
    Path target = Files.createDirectories(folder.resolve("parts")).resolve("data.0.npy");
    Files.writeString(target, "old");
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "kept");
    Files.createSymbolicLink(folder.resolve("parts").resolve("data.1.npy"), elsewhere);
    check("<f4", false, new long[] {4, 2}, 1, 100, 1, 1);
    assertThat(elsewhere).hasContent("kept");
  }

  @Test
  void manyRunsWriteToOneFolder() throws Exception {
    Path file = folder.resolve("data.npy");
    byte[] data = NpyBytes.data(64 * 48);
    Files.write(file, NpyBytes.file(1, NpyBytes.text("|u1", false, 64, 48), data));
    var naive = new NaiveArray(new long[] {64, 48}, false, 1, false, data);
    try (var threads = Executors.newFixedThreadPool(4);
        var splitter = new PlainSplitter()) {
      var runs = new ArrayList<Future<List<WrittenPart>>>();
      for (int run = 0; run < 40; run++) {
        // Some write the same files.
        String stem = "run" + run / 2;
        runs.add(
            threads.submit(
                () -> {
                  StoredTensor tensor = Opened.first(file);
                  SplitPlan plan =
                      SplitPlan.of(
                          Layout.of(tensor.layout().type(), tensor.layout().shape()),
                          1,
                          Cut.intoEqualParts(3));
                  FileSplitter split = new FileSplitter(splitter).inWindowsOf(500).replacing(true);
                  Target target = Opened.numbered(folder.resolve("a/b/c"), stem, 3);
                  return Opened.write(split, tensor, plan, target);
                }));
      }
      for (var run : runs) {
        List<WrittenPart> parts = run.get();
        for (int i = 0; i < 3; i++) {
          byte[] expected = naive.part(1, 16L * i, 16);
          assertPart(parts.get(i).file(), "u1", false, new long[] {64, 16}, expected);
        }
      }
    }
    assertThat(folder.resolve("a/b/c").toFile().list()).hasSize(60);
  }
}

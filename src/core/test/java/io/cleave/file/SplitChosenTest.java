package io.cleave.file;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.SafetensorsBytes;
import io.cleave.file.format.ZipBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which tensors of a file are split, into which files, and what is said where there are none.
class SplitChosenTest {
  @TempDir private Path folder = Path.of("");

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private List<WrittenPart> split(Path input, Function<Layout, SplitPlan> planner, Target target)
      throws IOException {
    try (PlainSplitter splitter = new PlainSplitter()) {
      return new FileSplitter(splitter).write(SplitJob.of(input, planner, target));
    }
  }

  private static SplitPlan halves(Layout data) {
    return SplitPlan.of(data, 0, Cut.intoEqualParts(2));
  }

  private Target target(boolean arrangement) {
    return Target.in(folder.resolve("out")).bundled(arrangement);
  }

  private Path archive(String one, int rows, String other, int otherRows) throws IOException {
    Map<String, byte[]> arrays =
        Map.of(one, NpyBytes.ofBytes(rows, 2), other, NpyBytes.ofBytes(otherRows, 2));
    return write("both.npz", ZipBytes.stored(arrays));
  }

  @Test
  void aFileWithoutTensorsIsNotSplit() throws IOException {
    Path empty = write("empty.safetensors", SafetensorsBytes.file("{}", 0));
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(() -> split(empty, SplitChosenTest::halves, target(false)))
        .withMessageContaining("holds no tensor; give another file");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void tensorsThatMakeOtherNumbersOfPartsAreNotSplitTogether() throws IOException {
    Path both = archive("a.npy", 4, "b.npy", 6);
    refuses(
        () -> split(both, data -> SplitPlan.of(data, 0, Cut.inChunksOf(2)), target(true)),
        "parts, those before it into ");
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(split(both, SplitChosenTest::halves, target(true)))
        .hasSize(4)
        .allMatch(part -> part.file().endsWith("both.npz"));
  }

  @Test
  void twoTensorsOfABundleNeedTwoNames() throws IOException {
    Path both = archive("a.npy", 4, "a.b.npy", 4);
    refuses(
        () -> split(both, SplitChosenTest::halves, target(true).named(List.of("b.c", "c"))),
        "the name 'a.b.c' is given to two parts; give each its own");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aTensorThatCannotBeCutSoIsNamed() throws IOException {
    Path one = write("x.npz", ZipBytes.stored(Map.of("b.npy", NpyBytes.ofBytes(4, 2))));
    refuses(
        () -> split(one, data -> SplitPlan.of(data, 1, Cut.intoEqualParts(6)), target(false)),
        one + ": the tensor 'b' cannot be cut so: ");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void partsThatAreLeftOutGetNoFile() throws IOException {
    byte[] array = NpyBytes.ofBytes(6, 2);
    Path both = write("x.npz", ZipBytes.stored(Map.of("a.npy", array, "b.npy", array)));
    Function<Layout, SplitPlan> lengths = data -> SplitPlan.of(data, 0, Cut.byLengths(2, 3, 1));
    Target named = Target.in(folder.resolve("out")).named(List.of("z", "y"));
    List<WrittenPart> written = split(both, data -> lengths.apply(data).only(2, 0), named);
    assertThat(written).extracting(WrittenPart::index).containsExactly(0, 1, 0, 1);
    assertThat(folder.resolve("out").toFile().list())
        .containsExactlyInAnyOrder("a.z.npy", "a.y.npy", "b.z.npy", "b.y.npy");
    assertThat(Files.readAllBytes(folder.resolve("out/b.z.npy")))
        .endsWith(Arrays.copyOfRange(array, array.length - 2, array.length));
    Target none = Target.in(folder.resolve("none"));
    assertThat(split(both, data -> lengths.apply(data).only(), none)).isEmpty();
    assertThat(none.folder().path()).isEmptyDirectory();
  }
}

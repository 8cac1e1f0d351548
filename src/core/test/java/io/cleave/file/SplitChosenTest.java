package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.SafetensorsBytes;
import io.cleave.file.format.ZipBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which tensors of a file are split, into which files, and what is said where there are none.
class SplitChosenTest {
  @TempDir private Path folder = Path.of("");

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static byte[] array(long... shape) {
    int elements = 1;
    for (long extent : shape) {
      elements *= (int) extent;
    }
    return NpyBytes.file(1, NpyBytes.text("|u1", false, shape), NpyBytes.data(elements));
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
    return new Target(folder.resolve("out"), List.of(), null, arrangement, false, true);
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
  void aNameThatIsNotThereIsToldWhatIs() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Opened empty = Opened.open(write("empty.safetensors", SafetensorsBytes.file("{}", 0)), arena);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> empty.select(List.of("x")))
          .withMessageEndingWith("; it holds none");
      Map<String, byte[]> members = new TreeMap<>();
      for (char name = 'a'; name < 'k'; name++) {
        members.put(name + ".npy", array(2));
      }
      Opened ten = Opened.open(write("ten.npz", ZipBytes.stored(members)), arena);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ten.select(List.of("a?")))
          .withMessageEndingWith("; it holds a, b, c, d, e, f, g, h and 2 more");
      assertThat(ten.select(List.of("c**", "a*"))).hasSize(2);
    }
  }

  @Test
  void tensorsThatMakeOtherNumbersOfPartsAreNotSplitTogether() throws IOException {
    Path both =
        write("both.npz", ZipBytes.stored(Map.of("a.npy", array(4, 2), "b.npy", array(6, 2))));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> split(both, data -> SplitPlan.of(data, 0, Cut.inChunksOf(2)), target(true)))
        .withMessageContaining("parts, those before it into ");
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(split(both, SplitChosenTest::halves, target(true)))
        .hasSize(4)
        .allMatch(part -> part.file().endsWith("both.npz"));
  }

  @Test
  void aBundleOfAnArrayIsAnArchive() throws IOException {
    Path one = write("x.npy", array(4, 2));
    assertThat(split(one, SplitChosenTest::halves, target(true)))
        .hasSize(2)
        .allMatch(part -> part.file().endsWith("x.npz"));
  }

  @Test
  void partsThatAreLeftOutGetNoFile() throws IOException {
    byte[] array = array(6, 2);
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
    assertThat(none.folder()).isEmptyDirectory();
  }

  @Test
  void aTypeAloneMakesNoTensorOfBytes() throws IOException {
    Path bytes = write("bytes", new byte[] {9, 9, 9, 9});
    try (Arena arena = Arena.ofConfined()) {
      assertThatExceptionOfType(MalformedFileException.class)
          .isThrownBy(() -> Opened.open(bytes, ReadOptions.as(ElementType.U8), arena))
          .withMessageContaining("it begins like none of .npy, .npz and .safetensors");
    }
  }
}

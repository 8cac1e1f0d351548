package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.npy.NpyReader;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which outputs are refused, and that what was there stays.
class FileSplitRefusalTest extends MishapFixture {
  private void refuses(String problem, PartFiles files) {
    assertThatExceptionOfType(BadFileException.class)
        .isThrownBy(() -> split(() -> {}, files))
        .withMessageContaining(problem)
        .withMessageContaining("; ");
  }

  @Test
  void anOutputIsNeverTheInput() throws IOException {
    Files.createDirectories(out);
    Path symbolic = Files.createSymbolicLink(out.resolve("symbolic.1.npy"), input);
    Path hard = Files.createLink(out.resolve("hard.0.npy"), input);
    Path elsewhere = Files.createSymbolicLink(folder.resolve("elsewhere"), folder);
    refuses(symbolic + " would replace an input", PartFiles.numbered(out, "symbolic", 3));
    refuses(hard + " would replace an input", PartFiles.numbered(out, "hard", 3));
    refuses("would replace an input", new PartFiles(folder, List.of("data.npy")));
    refuses("would replace an input", new PartFiles(elsewhere, List.of("data.npy")));
    assertThat(out.toFile().list()).containsExactlyInAnyOrder("symbolic.1.npy", "hard.0.npy");
  }

  @Test
  void aFileThatIsThereStays() throws IOException {
    Files.createDirectories(out);
    Path old = Files.writeString(out.resolve("data.1.npy"), "old");
    refuses(old + " is there already", PartFiles.numbered(out, "data", 3));
    assertThat(old).hasContent("old");
    Path link = Files.createSymbolicLink(out.resolve("link.2.npy"), folder.resolve("nothing"));
    refuses(link + " is there already", PartFiles.numbered(out, "link", 3));
    assertThat(out.toFile().list()).containsExactlyInAnyOrder("data.1.npy", "link.2.npy");
  }

  @Test
  void aFileThatAppearsMeanwhileStays() throws IOException {
    assertThatExceptionOfType(BadFileException.class)
        .isThrownBy(() -> split(() -> Files.writeString(out.resolve("data.2.npy"), "new"), 3))
        .withMessageContaining("data.2.npy is there already");
    assertThat(out.toFile().list()).containsExactly("data.2.npy");
    assertThat(out.resolve("data.2.npy")).hasContent("new");
  }

  @Test
  void aFolderIsNotReplaced() throws IOException {
    Files.createDirectories(out.resolve("data.2.npy"));
    refuses("is not a regular file and cannot be replaced", PartFiles.numbered(out, "data", 3));
    assertThat(out.toFile().list()).containsExactly("data.2.npy");
  }

  @Test
  void aFileIsNoFolder() throws IOException {
    refuses(input + " is a file, not a folder", PartFiles.numbered(input, "data", 3));
    refuses(
        input + " is a file, not a folder",
        PartFiles.numbered(input.resolve("sub/sub"), "data", 3));
    assertNothingIsLeft();
  }

  @Test
  void aLinkToNothingIsNoFolder() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nothing"));
    refuses(link + " is a link to nothing", PartFiles.numbered(link, "data", 3));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> split(() -> {}, PartFiles.numbered(link.resolve("sub"), "data", 3)))
        .withMessageStartingWith(
            "cannot create the folder %s: something of that name is there already", link);
    Files.delete(link);
    assertNothingIsLeft();
  }

  @Test
  void planAndNamesFitTheData() throws IOException {
    try (Arena arena = Arena.ofShared();
        var splitter = new PlainSplitter()) {
      StoredTensor data = NpyReader.map(input, arena);
      var split = new FileSplit(splitter);
      SplitPlan plan = SplitPlan.of(data.plain(), 1, Cut.intoEqualParts(3));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> split.write(data, plan, PartFiles.numbered(out, "data", 2)))
          .withMessage("the plan has 3 parts; 2 names are given, and each part needs one");
      SplitPlan other =
          SplitPlan.of(io.cleave.plan.Layout.of(data.type(), ROW, ROWS), 0, Cut.intoEqualParts(3));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> split.write(data, other, PartFiles.numbered(out, "data", 3)))
          .withMessage("the plan is for u8 [300, 100]; %s holds u8 [100, 300]", input);
    }
    assertNothingIsLeft();
  }

  @Test
  void namesFitTheFormat() throws IOException {
    PartFiles files = PartFiles.named(out, "data", List.of("q", "k"));
    try (Arena arena = Arena.ofShared();
        var splitter = new PlainSplitter()) {
      StoredTensor data = NpyReader.map(input, arena);
      var split = new FileSplit(splitter);
      SplitPlan plan = SplitPlan.of(data.plain(), 1, Cut.intoEqualParts(2));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> split.write(data, plan, files, Format.SAFETENSORS))
          .withMessage(
              "a .safetensors file cannot be called 'data.q.npy'; give a name that ends with"
                  + " .safetensors");
      assertNothingIsLeft();
      PartFiles binary = new PartFiles(out, List.of("q.bin", "k"));
      assertThat(split.write(data, plan, binary, Format.RAW)).hasSize(2);
    }
  }

  @Test
  void packedElementsInFortranOrderAreRefused() throws IOException {
    var layout =
        new Layout(Shape.of(4, 4), ElementType.U4, MemoryOrder.FORTRAN, ByteOrder.LITTLE_ENDIAN);
    var data =
        new StoredTensor(
            input, "data", layout, new MappedContent(input, 0, MemorySegment.ofArray(new byte[8])));
    try (var splitter = new PlainSplitter()) {
      SplitPlan plan = SplitPlan.of(data.plain(), 0, Cut.intoEqualParts(2));
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> new FileSplit(splitter).write(data, plan, PartFiles.numbered(out, "x", 2)))
          .withMessageContaining("is in Fortran order");
    }
    assertNothingIsLeft();
  }
}

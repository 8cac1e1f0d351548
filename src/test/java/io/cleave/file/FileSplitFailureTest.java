package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.file.npy.NpyBytes;
import io.cleave.file.npy.NpyReader;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Existing;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever goes wrong, nothing is left and nothing that was there is lost.
class FileSplitFailureTest {
  private static final int ROWS = 100;
  private static final int ROW = 300;

  @TempDir Path folder = Path.of("");
  private Path input = Path.of("");
  private Path out = Path.of("");
  private Existing existing = Existing.REFUSED;

  @BeforeEach
  void makeInput() throws IOException {
    input = folder.resolve("data.npy");
    out = folder.resolve("new/parts");
    byte[] data = NpyBytes.data(ROWS * ROW);
    Files.write(input, NpyBytes.file(1, NpyBytes.text("|u1", false, ROWS, ROW), data));
  }

  @FunctionalInterface
  private interface Mishap {
    void happen() throws IOException;
  }

  /// Lets something happen before the second window.
  private static final class MishapSplitter extends NaiveSplitter {
    private final Mishap mishap;
    private int windows;

    MishapSplitter(Mishap mishap) {
      this.mishap = mishap;
    }

    @Override
    protected void carryOut(
        SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
      try {
        if (++windows == 2) {
          mishap.happen();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      super.carryOut(plan, data, parts);
    }
  }

  private List<WrittenPart> split(Mishap mishap, int count) throws IOException {
    return split(mishap, PartFiles.numbered(out, "data", count));
  }

  private List<WrittenPart> split(Mishap mishap, PartFiles files) throws IOException {
    try (Arena arena = Arena.ofShared();
        var splitter = new MishapSplitter(mishap)) {
      StoredTensor data = NpyReader.map(input, arena);
      SplitPlan plan = SplitPlan.intoEqualParts(data.shape(), data.type(), 1, files.names().size());
      return new FileSplit(splitter).inWindowsOf(10 * ROW).with(existing).write(data, plan, files);
    }
  }

  private void assertNothingIsLeft() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all).containsExactlyInAnyOrder(folder, input);
    }
  }

  @Test
  void aSplitterThatFailsLeavesNothing() throws IOException {
    assertThatThrownBy(
            () ->
                split(
                    () -> {
                      assertThat(out.toFile().list()).hasSize(3).allMatch(n -> n.startsWith("."));
                      throw new IllegalStateException("the device is gone");
                    },
                    3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the device is gone");
    assertNothingIsLeft();
  }

  @Test
  void anErrorLeavesNothing() throws IOException {
    assertThatThrownBy(
            () ->
                split(
                    () -> {
                      throw new OutOfMemoryError("none");
                    },
                    3))
        .isInstanceOf(OutOfMemoryError.class);
    assertNothingIsLeft();
  }

  @Test
  void whatWasThereBeforeStays() throws IOException {
    existing = Existing.REPLACED;
    Files.createDirectories(out);
    Path old = Files.writeString(out.resolve("data.0.npy"), "old");
    assertThatThrownBy(
            () ->
                split(
                    () -> {
                      throw new IllegalStateException();
                    },
                    3))
        .isInstanceOf(IllegalStateException.class);
    assertThat(out.toFile().list()).containsExactly("data.0.npy");
    assertThat(old).hasContent("old");
  }

  @Test
  void aFolderThatOthersUseMeanwhileStays() {
    assertThatThrownBy(
            () ->
                split(
                    () -> {
                      Files.writeString(out.resolve("other"), "kept");
                      throw new IllegalStateException();
                    },
                    3))
        .isInstanceOf(IllegalStateException.class);
    assertThat(out.toFile().list()).containsExactly("other");
  }

  @Test
  void anObstacleAtTheLastMomentLeavesNothing() {
    existing = Existing.REPLACED;
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () -> split(() -> Files.createDirectories(out.resolve("data.1.npy/in the way")), 3))
        .withMessageStartingWith("cannot replace " + out.resolve("data.1.npy") + ": ")
        .withMessageEndingWith("; no part is left");
    assertThat(out.toFile().list()).containsExactly("data.1.npy");
  }

  @Test
  void aTemporaryThatVanishesLeavesNothing() throws IOException {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                split(
                    () -> {
                      try (Stream<Path> all = Files.list(out)) {
                        Files.delete(all.findAny().orElseThrow());
                      }
                    },
                    300))
        .withMessageMatching(
            "cannot write .*data\\.\\d+\\.npy: it does not exist; no part is left");
    assertNothingIsLeft();
  }

  @Test
  void anInterruptLeavesNothing() throws IOException {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> split(Thread.currentThread()::interrupt, 3))
        .withMessageMatching(
            "(cannot write .*data\\.\\d\\.npy: |the work on files was )interrupted; no part is"
                + " left");
    assertThat(Thread.interrupted()).isTrue();
    assertNothingIsLeft();
  }

  private void truncate(long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(input, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }
  }

  @Test
  void anInputThatShrinksWithinItsLastPageIsNoticed() throws IOException {
    long size = Files.size(input) - 1;
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> split(() -> truncate(size), 3))
        .withMessageStartingWith("%s shrank to %d bytes while it was read", input, size)
        .withMessageEndingWith("; no part is left");
    assertNothingIsLeft();
  }

  @Test
  void anInputThatLosesItsPagesIsNoticed() throws IOException {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> split(() -> truncate(0), 3))
        .withMessageStartingWith("%s shrank to 0 bytes while it was read", input);
    assertNothingIsLeft();
  }

  @Test
  void anInputThatIsDeletedIsStillSplit() throws IOException {
    assertThat(split(() -> Files.delete(input), 3)).hasSize(3);
  }

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
    refuses(symbolic + " would replace its own input", PartFiles.numbered(out, "symbolic", 3));
    refuses(hard + " would replace its own input", PartFiles.numbered(out, "hard", 3));
    refuses("would replace its own input", new PartFiles(folder, List.of("data.npy")));
    refuses("would replace its own input", new PartFiles(elsewhere, List.of("data.npy")));
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
  void planAndNamesFitTheData() throws IOException {
    try (Arena arena = Arena.ofShared();
        var splitter = new NaiveSplitter()) {
      StoredTensor data = NpyReader.map(input, arena);
      var split = new FileSplit(splitter);
      SplitPlan plan = SplitPlan.intoEqualParts(data.shape(), data.type(), 1, 3);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> split.write(data, plan, PartFiles.numbered(out, "data", 2)))
          .withMessage("the plan has 3 parts; 2 names are given, and each part needs one");
      SplitPlan other = SplitPlan.intoEqualParts(Shape.of(ROW, ROWS), data.type(), 0, 3);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> split.write(data, other, PartFiles.numbered(out, "data", 3)))
          .withMessage("the plan is for u8 [300, 100]; %s holds u8 [100, 300]", input);
    }
    assertNothingIsLeft();
  }

  @Test
  void packedElementsInFortranOrderAreRefused() throws IOException {
    var layout =
        new Layout(Shape.of(4, 4), ElementType.U4, MemoryOrder.FORTRAN, ByteOrder.LITTLE_ENDIAN);
    var data =
        new StoredTensor(
            input, "data", layout, new MappedContent(input, 0, MemorySegment.ofArray(new byte[8])));
    try (var splitter = new NaiveSplitter()) {
      SplitPlan plan = SplitPlan.intoEqualParts(data.shape(), data.type(), 0, 2);
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> new FileSplit(splitter).write(data, plan, PartFiles.numbered(out, "x", 2)))
          .withMessageContaining("is in Fortran order");
    }
    assertNothingIsLeft();
  }
}

package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.disk.Disk;
import io.cleave.disk.MemoryFolder;
import io.cleave.disk.Operation;
import io.cleave.disk.Ordeal;
import io.cleave.disk.Snapshot;
import io.cleave.disk.Trouble;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ZipBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.OutputFolder;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Everything that writes tensors, on a disk that fails at each of its operations in turn.
class FileTroubleTest {
  private static final int ROWS = 6;
  private static final int ROW = 40;

  @TempDir(factory = MemoryFolder.class)
  private Path folder = Path.of("");

  /// Ways to write, which have nothing in common but that.
  enum Way {
    ROWS_COPIED(Format.NPY, 0),
    COLUMNS(Format.NPY, 1),
    RAW_ROWS(Format.RAW, 0),
    SAFE_COLUMNS(Format.SAFETENSORS, 1),
    BUNDLED(Format.NPZ, 1),
    PACKED(Format.NPZ, 0);

    private final Format format;
    private final int axis;

    Way(Format format, int axis) {
      this.format = format;
      this.axis = axis;
    }

    SplitPlan plan(Layout data) {
      return SplitPlan.of(data, axis, Cut.intoEqualParts(2));
    }

    Target target(Path out) {
      return Target.in(out)
          .as(format)
          .bundled(this == BUNDLED)
          .deflated(this == PACKED)
          .replacing(true);
    }
  }

  @BeforeEach
  void makeInputs() throws IOException {
    byte[] array = NpyBytes.ofBytes(ROWS, ROW);
    Files.write(folder.resolve("data.npy"), array);
    Files.write(
        folder.resolve("two.npz"), ZipBytes.deflated(Map.of("a.npy", array, "b.npy", array)));
  }

  private Path out() {
    return folder.resolve("new/parts");
  }

  private void split(Disk disk, String input, Way way, UnaryOperator<FileSplitter> how)
      throws IOException {
    SplitJob job =
        SplitJob.of(disk.path(folder.resolve(input)), way::plan, way.target(disk.path(out())));
    split(job, how);
  }

  private static void split(SplitJob job, UnaryOperator<FileSplitter> how) throws IOException {
    try (CpuSplitter splitter = CpuSplitter.open(1)) {
      how.apply(new FileSplitter(splitter).inTilesOf(3 * ROW)).write(job);
    }
  }

  /// In a folder that must be created, and in one where the outputs replace others.
  private void suffer(boolean isDurable, Ordeal.Work work) throws IOException {
    Ordeal ordeal = Ordeal.of(out(), isDurable, work).sampled(2);
    ordeal.suffers(Snapshot.NOTHING);
    ordeal.suffers(ordeal.made().with(name -> "what " + name + " held before"));
    assertThat(ordeal.tried()).isGreaterThan(40);
  }

  @ParameterizedTest
  @EnumSource
  void splitsAreWholeOrUndone(Way way) throws IOException {
    suffer(false, disk -> split(disk, "data.npy", way, split -> split));
  }

  @ParameterizedTest
  @EnumSource(names = {"COLUMNS", "PACKED"})
  void soAreThoseThatAreCheckedAndDurable(Way way) throws IOException {
    suffer(
        true,
        disk ->
            split(
                SplitJob.of(
                    disk.path(folder.resolve("data.npy")),
                    way::plan,
                    way.target(disk.path(out())).durable(true)),
                split -> split.verifying(true)));
  }

  /// Its pieces come in any order, and its checksum is that of what is read back.
  @Test
  void soAreStacks() throws IOException {
    suffer(
        false,
        disk ->
            split(
                SplitJob.of(
                    disk.path(folder.resolve("data.npy")),
                    data -> Way.COLUMNS.plan(data).stacked(0),
                    Way.BUNDLED.target(disk.path(out()))),
                split -> split));
  }

  /// Too many to be held open: each is opened for each of its pieces.
  @Test
  void soAreManyFiles() throws IOException {
    Tensor tensor = new Tensor(ElementType.U8, Shape.of(2), MemorySegment.ofArray(new byte[2]));
    Map<String, Tensor> many = new TreeMap<>();
    for (int i = 0; i <= 64; i++) {
      many.put("x" + i, tensor);
    }
    Ordeal ordeal =
        Ordeal.of(
            out(),
            false,
            disk -> new OutputFolder(disk.path(out()), true, false).write(Format.NPY, many));
    ordeal.sampled(60).suffers(ordeal.made().with(name -> "what " + name + " held before"));
    assertThat(ordeal.tried()).isGreaterThan(20);
  }

  @ParameterizedTest
  @EnumSource(names = {"NPY", "NPZ"})
  void soIsWhatIsWrittenFromMemory(Format format) throws IOException {
    Tensor tensor =
        new Tensor(
            ElementType.U8, Shape.of(ROWS, ROW), MemorySegment.ofArray(NpyBytes.data(ROWS * ROW)));
    suffer(
        format == Format.NPY,
        disk -> {
          OutputFolder to = new OutputFolder(disk.path(out()), true, format == Format.NPY);
          to.write(format, new TreeMap<>(Map.of("x", tensor, "y", tensor)));
        });
  }

  /// What cannot be written cannot be deleted either.
  @Test
  void whatIsLeftIsSaidOfTensorsToo() {
    Tensor tensor = new Tensor(ElementType.U8, Shape.of(2), MemorySegment.ofArray(new byte[2]));
    Disk disk =
        new Disk(
            (_, operation) -> {
              if (operation.kind() == Operation.Kind.WRITE
                  || operation.kind() == Operation.Kind.DELETE) {
                throw new IOException(Trouble.BROKEN);
              }
              return Trouble.Extent.WHOLE;
            });
    OutputFolder to = new OutputFolder(disk.path(out()), false, false);
    assertThatThrownBy(() -> to.write(Format.NPY, Map.of("x", tensor)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot write " + out().resolve("x.npy"))
        .hasMessageContaining("; cannot delete ");
  }
}

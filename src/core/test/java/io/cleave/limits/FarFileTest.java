package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.Format;
import io.cleave.file.SparseFile;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.SafetensorsBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Small parts of files beyond 4 GiB, which have no blocks on the disk but where those stand.
@Timeout(120)
class FarFileTest {
  private static final long ROW = (2L << 30) + 77;
  private static final int LENGTH = 9;

  @TempDir Path folder = Path.of("");

  @Test
  void partsOfNpyComeFromTheirPlaces() throws IOException {
    splits(NpyBytes.file(1, NpyBytes.text("|u1", false, 3, ROW)), "x.npy", ReadOptions.asStored());
  }

  @Test
  void partsOfSafetensorsComeFromTheirPlaces() throws IOException {
    String entry =
        "{\"x\":{\"dtype\":\"U8\",\"shape\":[3,%d],\"data_offsets\":[0,%d]}}"
            .formatted(ROW, 3 * ROW);
    splits(SafetensorsBytes.file(entry, 0), "x.safetensors", ReadOptions.asStored());
  }

  @Test
  void partsOfRawBytesComeFromTheirPlaces() throws IOException {
    splits(new byte[0], "x.raw", ReadOptions.as(ElementType.U8, Shape.of(3, ROW)));
  }

  private void splits(byte[] header, String name, ReadOptions reading) throws IOException {
    Path file = Files.write(folder.resolve(name), header);
    assumeTrue(SparseFile.extend(file, 3 * ROW, (byte) 0), "no room for a sparse file");
    byte[] expected = mark(file, header.length);
    try (Splitter splitter = CpuSplitter.open(2)) {
      long[] lengths = {ROW - LENGTH - 5, LENGTH, 5};
      Function<Layout, SplitPlan> planner =
          data -> SplitPlan.of(data, 1, Cut.byLengths(lengths)).only(1);
      FileSplitter split = new FileSplitter(splitter).verifying(true);
      for (Format format : List.of(Format.NPY, Format.RAW)) {
        Target out = Target.in(folder.resolve(name + "." + format)).as(format);
        List<WrittenPart> parts = split.write(new SplitJob(file, reading, List.of(), planner, out));
        assertThat(parts).hasSize(1);
        assertThat(Files.readAllBytes(parts.getFirst().file())).endsWith(expected);
      }
      Conversion floats = Conversion.to(ElementType.F32);
      split.write(
          new SplitJob(
              file,
              reading,
              List.of(),
              data -> planner.apply(data).converted(floats),
              Target.in(folder.resolve("floats")).as(Format.NPY)));
    }
  }

  /// Marks the ends of all rows.
  private static byte[] mark(Path file, long header) throws IOException {
    byte[] marked = new byte[3 * LENGTH];
    for (int i = 0; i < marked.length; i++) {
      marked[i] = (byte) (i + 1);
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int row = 0; row < 3; row++) {
        byte[] run = Arrays.copyOfRange(marked, row * LENGTH, (row + 1) * LENGTH);
        channel.write(ByteBuffer.wrap(run), header + (row + 1) * ROW - LENGTH - 5);
      }
    }
    return marked;
  }
}

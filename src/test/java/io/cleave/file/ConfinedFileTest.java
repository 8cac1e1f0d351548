package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.Device;
import io.cleave.backend.Splitter;
import io.cleave.conformance.PlainSplitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.npy.NpyBytes;
import io.cleave.file.npz.ZipBytes;
import io.cleave.file.tensor.Existing;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file whose mapping belongs to one thread is split like any other, in many windows.
class ConfinedFileTest {
  /// Noise of so many is unpacked from more than is read at once.
  private static final int ROWS = 30_000;

  private static final int ROW = 6;
  private static final long WINDOW = 10_000;

  @TempDir Path folder = Path.of("");

  /// What must not see a mapping.
  private static final class Card extends PlainSplitter {
    @Override
    public Device device() {
      return new Device(Device.Kind.GPU, "none", "naive", 1, Long.MAX_VALUE);
    }
  }

  private byte[] file(String descr) {
    int width = descr.charAt(2) - '0';
    byte[] data = new byte[ROWS * ROW * width];
    new Random(ROWS).nextBytes(data);
    return NpyBytes.file(1, NpyBytes.text(descr, false, ROWS, ROW), data);
  }

  private void checkSame(Path input, Splitter splitter, UnaryOperator<SplitPlan> how)
      throws IOException {
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      split(input, splitter, how, confined, "confined");
      split(input, splitter, how, shared, "shared");
    }
    for (int part = 0; part < 2; part++) {
      assertThat(folder.resolve("confined." + part + ".npy"))
          .hasSameBinaryContentAs(folder.resolve("shared." + part + ".npy"));
    }
  }

  private void split(
      Path input, Splitter splitter, UnaryOperator<SplitPlan> how, Arena arena, String stem)
      throws IOException {
    StoredTensor data = TensorFile.open(input, arena).tensors().getFirst();
    SplitPlan plan = how.apply(SplitPlan.intoEqualParts(data.shape(), data.type(), 1, 2));
    new FileSplit(splitter)
        .inWindowsOf(WINDOW)
        .with(Existing.REPLACED)
        .checkedBy(splitter)
        .write(data, plan, PartFiles.numbered(folder, stem, 2));
  }

  @Test
  void deflatedDataIsSplit() throws IOException {
    Path input = folder.resolve("x.npz");
    Files.write(input, ZipBytes.deflated(Map.of("x.npy", file("|u1"))));
    try (var splitter = CpuSplitter.open(2)) {
      checkSame(input, splitter, UnaryOperator.identity());
    }
  }

  @Test
  void bigEndianDataIsConverted() throws IOException {
    Path input = Files.write(folder.resolve("x.npy"), file(">i2"));
    try (var splitter = CpuSplitter.open(2)) {
      checkSame(input, splitter, plan -> plan.converted(Conversion.to(ElementType.F32)));
    }
  }

  @Test
  void anotherThreadsIsRefused() throws Exception {
    for (String name : List.of("x.npy", "x.npz")) {
      Path input = folder.resolve(name);
      byte[] file = file(">i2");
      Files.write(input, name.equals("x.npy") ? file : ZipBytes.deflated(Map.of("x.npy", file)));
      StoredTensor theirs =
          CompletableFuture.supplyAsync(() -> confined(input), ConfinedFileTest::start).get();
      String message = "the file of tensor 'x' is mapped in the confined arena of another thread";
      assertThatIllegalArgumentException()
          .isThrownBy(() -> TensorMemory.load(theirs, Arena.ofAuto()))
          .withMessageStartingWith(message);
      SplitPlan plan = SplitPlan.intoEqualParts(theirs.shape(), theirs.type(), 1, 2);
      PartFiles parts = PartFiles.numbered(folder, "part", 2);
      try (var splitter = CpuSplitter.open(1)) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new FileSplit(splitter).write(theirs, plan, parts))
            .withMessageStartingWith(message);
      }
    }
  }

  private static void start(Runnable task) {
    Thread.ofPlatform().start(task);
  }

  private static StoredTensor confined(Path input) {
    try {
      return TensorFile.open(input, Arena.ofConfined()).tensors().getFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aDeviceGetsACopy() throws IOException {
    Path input = Files.write(folder.resolve("x.npy"), file("|u1"));
    try (var splitter = new Card()) {
      checkSame(input, splitter, UnaryOperator.identity());
    }
  }
}

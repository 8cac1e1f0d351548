package io.cleave.opencl.driver;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.MemoryKind;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidentTensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No driver gets the address of a mapped file: the process would not survive that it is cut short.
@Tag("device")
class MappedMemoryTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 256, 96), 1, Cut.intoEqualParts(3));

  /// Tables of addresses are not longer.
  private static final long LONGEST_TABLE = 4096;

  @AutoClose private final Arena arena = Arena.ofShared();
  private final List<MemorySegment> files = new ArrayList<>();
  private int addresses;

  /// A device whose calls must have no address of a file, also not in tables for kernels.
  private TestSplitters<?, ?> watched() {
    TestSplitters<?, ?> splitters = TestSplitters.through(Binding.LWJGL);
    splitters
        .driver()
        .intercept(
            (function, arguments, real) -> {
              if (function.matches("clEnqueue(Read|Write)Buffer")) {
                requireNoFile(Arguments.address(arguments[5]));
              } else if (function.equals("clCreateBuffer") && !Arguments.isNull(arguments[3])) {
                requireNoFile(Arguments.address(arguments[3]));
                long bytes = Arguments.number(arguments, 2);
                MemorySegment table = Arguments.content(arguments[3], bytes);
                for (long at = 0; bytes <= LONGEST_TABLE && at + 8 <= bytes; at += 8) {
                  requireNoFile(table.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
                }
              }
              return real.with(arguments);
            });
    return splitters;
  }

  private void requireNoFile(long address) {
    addresses++;
    for (MemorySegment file : files) {
      long at = address - file.address();
      assertThat(at >= 0 && at < file.byteSize()).as("the address of a mapped file").isFalse();
    }
  }

  private MemorySegment file(long bytes) {
    MemorySegment file = MemoryKind.map(bytes, arena);
    files.add(file);
    return file;
  }

  private MemorySegment memory(long bytes) {
    return arena.allocate(bytes, 64);
  }

  private static MemorySegment filled(MemorySegment data) {
    byte[] bytes = new byte[(int) data.byteSize()];
    new Random(7).nextBytes(bytes);
    return data.copyFrom(MemorySegment.ofArray(bytes));
  }

  private static void splits(
      Splitter splitter, SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    splitter.split(plan, data, parts);
    try (Splitter java = CpuSplitter.open(1)) {
      List<MemorySegment> expected =
          plan.parts().stream()
              .map(part -> MemorySegment.ofArray(new byte[(int) part.bytes()]))
              .toList();
      java.split(plan, data, expected);
      for (int i = 0; i < parts.size(); i++) {
        assertThat(parts.get(i).mismatch(expected.get(i))).as("part %s", i).isNegative();
      }
    }
  }

  private static List<Splitter> splitters(TestSplitters<?, ?> device) {
    return List.of(
        device.inPlace(Route.FUSED),
        device.inPlace(Route.FUSED, 1 << 13),
        device.asOnAGpu(Route.FUSED),
        device.asOnAGpu(Route.FUSED, 1 << 13));
  }

  @Test
  void aSplitCopiesFiles() {
    TestSplitters<?, ?> device = watched();
    long part = PLAN.part(0).bytes();
    try (Splitter whole = device.inPlace(Route.AUTO)) {
      splits(whole, PLAN.stacked(0), filled(file(3 * part)), List.of(file(3 * part)));
    }
    for (Splitter open : splitters(device)) {
      try (open) {
        MemorySegment data = filled(memory(3 * part));
        splits(open, PLAN, data, List.of(memory(part), file(part), memory(part)));
        MemorySegment mapped = filled(file(3 * part));
        splits(open, PLAN, mapped, List.of(memory(part), memory(part), memory(part)));
      }
    }
    assertThat(addresses).isPositive();
  }

  /// More than is copied at once.
  @Test
  void aTensorIsPlacedAndReadThroughOtherMemory() {
    long bytes = (64L << 20) + 5;
    MemorySegment data = filled(file(bytes));
    MemorySegment read = file(bytes);
    try (Residence device = watched().residence(Route.AUTO, 1 << 28);
        ResidentTensor tensor = device.place(new Tensor(ElementType.U8, Shape.of(bytes), data))) {
      tensor.read(read);
      assertThat(read.mismatch(data)).isNegative();
      SplitPlan ends =
          SplitPlan.of(Layout.of(ElementType.U8, bytes), 0, Cut.byLengths(bytes - 9, 9));
      try (ResidentTensor end = tensor.split(ends.only(1)).getFirst()) {
        MemorySegment last = file(9);
        end.read(last);
        assertThat(last.mismatch(data.asSlice(bytes - 9))).isNegative();
      }
    }
    assertThat(addresses).isPositive();
  }

  /// Java's own error, after which the splitter and the device go on.
  @Test
  void aFileThatIsCutShortIsAnError(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("data"), new byte[(int) PLAN.data().bytes()]);
    MemorySegment data;
    try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
      data = channel.map(FileChannel.MapMode.READ_WRITE, 0, PLAN.data().bytes(), arena);
      channel.truncate(0);
    }
    files.add(data);
    TestSplitters<?, ?> device = watched();
    for (Splitter open : splitters(device)) {
      try (open) {
        long part = PLAN.part(0).bytes();
        List<MemorySegment> parts = List.of(memory(part), memory(part), memory(part));
        assertThatExceptionOfType(InternalError.class)
            .isThrownBy(() -> open.split(PLAN, data, parts));
        splits(open, PLAN, filled(memory(3 * part)), parts);
      }
    }
    assertThat(device.driver().live()).isEmpty();
  }
}

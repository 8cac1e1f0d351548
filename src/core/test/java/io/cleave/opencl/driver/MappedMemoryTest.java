package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// No driver gets the address of a mapped file: the process would not survive that it is cut short.
@Tag("device")
class MappedMemoryTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 256, 96), 1, Cut.byLengths(32, 64));

  /// Tables of addresses are not longer.
  private static final long LONGEST_TABLE = 4096;

  @AutoClose private final Arena arena = Arena.ofShared();
  private final List<MemorySegment> files = new ArrayList<>();
  private int told;

  /// A device whose calls are looked at.
  private TestSplitters<?, ?> watched(Binding binding) {
    TestSplitters<?, ?> splitters = TestSplitters.through(binding);
    splitters
        .driver()
        .detour(
            (function, arguments, real) -> {
              if (function.matches("clEnqueue(Read|Write)Buffer")) {
                require(Signature.address(arguments[5]));
              } else if (function.equals("clCreateBuffer") && !Signature.isNull(arguments[3])) {
                require(Signature.address(arguments[3]));
                requireTable(arguments[3], Signature.number(arguments, 2));
              }
              return real.with(arguments);
            });
    return splitters;
  }

  private void require(long address) {
    told++;
    for (MemorySegment file : files) {
      long at = address - file.address();
      assertThat(at >= 0 && at < file.byteSize()).as("the address of a mapped file").isFalse();
    }
  }

  /// Kernels are told addresses, too.
  private void requireTable(@Nullable Object pointer, long bytes) {
    MemorySegment table = Signature.content(pointer, bytes);
    for (long at = 0; bytes <= LONGEST_TABLE && at + Long.BYTES <= bytes; at += Long.BYTES) {
      require(table.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
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

  private static void splits(Splitter splitter, MemorySegment data, List<MemorySegment> parts) {
    try (splitter;
        Splitter java = CpuSplitter.open(1)) {
      List<MemorySegment> expected =
          List.of(
              MemorySegment.ofArray(new byte[256 * 32]), MemorySegment.ofArray(new byte[256 * 64]));
      java.split(PLAN, data, expected);
      splitter.split(PLAN, data, parts);
      for (int i = 0; i < 2; i++) {
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

  @ParameterizedTest
  @EnumSource(names = {"LWJGL", "JOCL"})
  void aSplitCopiesFiles(Binding binding) {
    TestSplitters<?, ?> device = watched(binding);
    MemorySegment data = filled(memory(PLAN.data().bytes()));
    for (Splitter splitter : splitters(device)) {
      splits(splitter, data, List.of(memory(256 * 32), file(256 * 64)));
    }
    for (Splitter splitter : splitters(device)) {
      splits(
          splitter, filled(file(PLAN.data().bytes())), List.of(memory(256 * 32), memory(256 * 64)));
    }
    assertThat(told).isPositive();
  }

  @ParameterizedTest
  @EnumSource(names = {"LWJGL", "JOCL"})
  void aStackCopiesFiles(Binding binding) {
    SplitPlan halves =
        SplitPlan.of(Layout.of(ElementType.U8, 2, 1 << 20), 0, Cut.intoEqualParts(2));
    MemorySegment data = filled(file(halves.data().bytes()));
    MemorySegment result = file(halves.data().bytes());
    try (Splitter splitter = watched(binding).inPlace(Route.AUTO)) {
      splitter.split(halves.stacked(0), data, result);
    }
    assertThat(result.mismatch(data)).isNegative();
    assertThat(told).isPositive();
  }

  /// More than is copied at once.
  @ParameterizedTest
  @EnumSource(names = {"LWJGL", "JOCL"})
  void aTensorIsPlacedAndReadThroughOtherMemory(Binding binding) {
    long bytes = (64L << 20) + 5;
    MemorySegment data = filled(file(bytes));
    MemorySegment read = file(bytes);
    try (Residence device = watched(binding).residence(Route.AUTO, 1 << 28);
        ResidentTensor tensor = device.place(new Tensor(ElementType.U8, Shape.of(bytes), data))) {
      tensor.read(read);
      assertThat(read.mismatch(data)).isNegative();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> tensor.read(read.asReadOnly()))
          .withMessageContaining("they are read-only");
      SplitPlan ends =
          SplitPlan.of(Layout.of(ElementType.U8, bytes), 0, Cut.byLengths(bytes - 9, 9));
      try (ResidentTensor end = tensor.split(ends.only(1)).getFirst()) {
        MemorySegment last = file(9);
        end.read(last);
        assertThat(last.mismatch(data.asSlice(bytes - 9))).isNegative();
      }
    }
    assertThat(told).isPositive();
  }

  /// Java's own error, after which the splitter and the device go on.
  @ParameterizedTest
  @EnumSource(names = {"LWJGL", "JOCL"})
  void aFileThatIsCutShortIsAnError(Binding binding, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("data");
    MemorySegment data;
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      data = channel.map(FileChannel.MapMode.READ_WRITE, 0, PLAN.data().bytes(), arena);
      channel.truncate(0);
    }
    files.add(data);
    TestSplitters<?, ?> device = watched(binding);
    for (Splitter splitter : splitters(device)) {
      List<MemorySegment> parts = List.of(memory(256 * 32), memory(256 * 64));
      assertThatExceptionOfType(InternalError.class)
          .isThrownBy(() -> splitter.split(PLAN, data, parts));
      splits(splitter, filled(memory(PLAN.data().bytes())), parts);
    }
    assertThat(device.driver().ledger().live()).isEmpty();
  }
}

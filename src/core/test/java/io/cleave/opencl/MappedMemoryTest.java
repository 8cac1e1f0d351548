package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.MemoryKind;
import io.cleave.backend.Residence;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// No driver gets the address of a mapped file: a fake session refuses to touch one.
class MappedMemoryTest {
  private static final Shape SHAPE = Shape.of(256, 96);
  private static final SplitPlan PLAN = SplitPlan.byLengths(SHAPE, ElementType.U8, 1, 32, 64);

  @AutoClose private final Arena arena = Arena.ofShared();

  private static Splitter open(boolean sharesMemory, long slabBytes) {
    FakeSession session = new FakeSession(1, true, sharesMemory);
    return new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.FUSED, slabBytes);
  }

  private MemorySegment memory(boolean isMapped, long bytes) {
    return isMapped ? MemoryKind.map(bytes, arena) : arena.allocate(bytes, 64);
  }

  private static MemorySegment filled(MemorySegment data) {
    for (long i = 0; i < data.byteSize(); i++) {
      data.set(ValueLayout.JAVA_BYTE, i, (byte) (i % 251));
    }
    return data;
  }

  private List<MemorySegment> expected(MemorySegment data) {
    List<MemorySegment> parts = List.of(memory(false, 256 * 32), memory(false, 256 * 64));
    try (Splitter java = CpuSplitter.open(1)) {
      java.split(PLAN, data, parts);
    }
    return parts;
  }

  private static void requireAlike(List<MemorySegment> parts, List<MemorySegment> expected) {
    for (int i = 0; i < expected.size(); i++) {
      assertThat(parts.get(i).mismatch(expected.get(i))).as("part %s", i).isNegative();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "true, true, false",
    "true, false, true",
    "true, true, true",
    "false, true, false",
    "false, false, true",
    "false, true, true"
  })
  void aSplitCopiesFiles(boolean sharesMemory, boolean dataIsMapped, boolean partIsMapped) {
    MemorySegment data = filled(memory(dataIsMapped, PLAN.bytes()));
    for (long slabBytes : new long[] {1 << 20, 1 << 12}) {
      List<MemorySegment> parts = List.of(memory(false, 256 * 32), memory(partIsMapped, 256 * 64));
      try (Splitter splitter = open(sharesMemory, slabBytes)) {
        splitter.split(PLAN, data, parts);
      }
      requireAlike(parts, expected(data));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStackCopiesFiles(boolean sharesMemory) {
    SplitPlan halves = SplitPlan.intoEqualParts(Shape.of(2, 1 << 20), ElementType.U8, 0, 2);
    StackedPlan plan = halves.stacked(0);
    MemorySegment data = filled(memory(true, halves.bytes()));
    MemorySegment result = memory(true, halves.bytes());
    try (Splitter splitter = open(sharesMemory, 1 << 24)) {
      splitter.split(plan, data, result);
    }
    assertThat(result.mismatch(data)).isNegative();
  }

  /// More than a stage.
  @Test
  void aTensorIsPlacedAndReadThroughOtherMemory() {
    long bytes = (64L << 20) + 5;
    Shape shape = Shape.of(bytes);
    MemorySegment data = memory(true, bytes);
    data.set(ValueLayout.JAVA_BYTE, bytes - 1, (byte) 7);
    MemorySegment read = memory(true, bytes);
    try (Residence device =
            new OpenClResidence<>(FakeSession.outOfOrder(1), RouteName.AUTO, 1 << 28);
        ResidentTensor tensor = device.place(new Tensor(shape, ElementType.U8, data))) {
      tensor.read(read);
      assertThat(read.mismatch(data)).isNegative();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> tensor.read(read.asReadOnly()))
          .withMessageContaining("they are read-only");
    }
  }

  @Test
  void aPartOfATensorIsReadToAFile() {
    MemorySegment data = filled(memory(true, PLAN.bytes()));
    List<MemorySegment> parts = List.of(memory(true, 256 * 32), memory(true, 256 * 64));
    try (Residence device =
            new OpenClResidence<>(FakeSession.outOfOrder(2), RouteName.FUSED, 1 << 20);
        ResidentTensor tensor = device.place(new Tensor(SHAPE, ElementType.U8, data))) {
      List<@Nullable ResidentTensor> split = tensor.split(PLAN);
      for (int i = 0; i < 2; i++) {
        try (ResidentTensor part = Objects.requireNonNull(split.get(i))) {
          part.read(parts.get(i));
        }
      }
    }
    requireAlike(parts, expected(data));
  }

  /// Java's own error, after which the splitter and the device go on.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileThatIsCutShortIsAnError(boolean sharesMemory, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("data");
    MemorySegment data;
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      data = channel.map(FileChannel.MapMode.READ_WRITE, 0, PLAN.bytes(), arena);
      channel.truncate(0);
    }
    List<MemorySegment> parts = List.of(memory(false, 256 * 32), memory(false, 256 * 64));
    FakeSession session = new FakeSession(1, true, sharesMemory);
    try (Splitter splitter = TestSplitters.on(session, RouteName.FUSED, 1 << 20)) {
      assertThatExceptionOfType(InternalError.class)
          .isThrownBy(() -> splitter.split(PLAN, data, parts));
      MemorySegment other = filled(memory(false, PLAN.bytes()));
      splitter.split(PLAN, other, parts);
      requireAlike(parts, expected(other));
    }
    assertThat(session.live()).isZero();
  }
}

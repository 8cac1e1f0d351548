package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;
import io.cleave.choice.Book;
import io.cleave.choice.Candidate;
import io.cleave.choice.Choosing;
import io.cleave.choice.MemoryClass;
import io.cleave.choice.RacingSplitter;
import io.cleave.choice.Verdict;
import io.cleave.cpu.CpuSplitter;
import io.cleave.field.HostField;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who races for host memory, and who does not.
class HostFieldTest {
  private static final SplitPlan LARGE =
      SplitPlan.byLengths(Shape.of(1 << 17, 96), ElementType.U8, 1, 32, 64);
  private static final SplitPlan SMALL =
      SplitPlan.byLengths(Shape.of(1 << 12, 96), ElementType.U8, 1, 32, 64);
  private static final long MOST_NANOS = 60_000_000_000L;

  private static List<String> names(SplitPlan plan, MemoryClass memory) {
    try (HostField field = new HostField(Splitters::openUnasked)) {
      field.lookAround();
      return field.candidates(plan, memory).stream().map(Candidate::name).toList();
    }
  }

  @Nested
  final class ByDefault extends SplitterContract {
    @Override
    protected Splitter open() {
      return Splitters.open();
    }
  }

  @Test
  void plainJavaIsExpectedAndDevicesChallengeIt() {
    List<String> names = names(LARGE, MemoryClass.NATIVE);
    assertThat(names.getFirst()).startsWith("cpu, ");
    assertThat(names).hasSizeBetween(2, 4).anyMatch(name -> name.startsWith("pthread"));
  }

  @Test
  void smallTensorsDoNotGoToDevices() {
    assertThat(names(SMALL, MemoryClass.NATIVE)).allMatch(name -> name.startsWith("cpu"));
  }

  @Test
  void arraysAndFilesDoNotGoToDevices() throws IOException {
    for (MemoryClass memory : List.of(MemoryClass.of(heap(), List.of()), mapped())) {
      assertThat(names(LARGE, memory)).allMatch(name -> name.startsWith("cpu"));
    }
  }

  private static MemorySegment heap() {
    return MemorySegment.ofArray(new byte[1]);
  }

  @TempDir private Path folder = Path.of("");

  private MemoryClass mapped() throws IOException {
    Path file = Files.write(folder.resolve("data"), new byte[32]);
    try (FileChannel channel = FileChannel.open(file);
        Arena arena = Arena.ofConfined()) {
      return MemoryClass.of(channel.map(FileChannel.MapMode.READ_ONLY, 0, 32, arena), List.of());
    }
  }

  @Test
  void aRaceComesToAnEnd() {
    try (Arena arena = Arena.ofShared();
        RacingSplitter splitter = Splitters.open(Choosing.MEASURE, new Book())) {
      MemorySegment data = arena.allocate(LARGE.bytes(), 64);
      List<MemorySegment> parts = new ArrayList<>();
      LARGE.parts().forEach(part -> parts.add(arena.allocate(part.bytes(), 64)));
      // Devices are found and opened meanwhile: that takes time, and not calls.
      long end = System.nanoTime() + MOST_NANOS;
      while (System.nanoTime() < end && !splitter.isSettled(LARGE)) {
        splitter.split(LARGE, data, parts);
      }
      assertThat(splitter.isSettled(LARGE)).isTrue();
      Verdict verdict = splitter.verdict(LARGE).orElseThrow();
      // On busy processors all challengers may look hopeless, see Entrance.
      assertThat(verdict.reason()).isIn("won", "tie", "the others are out");
      assertThat(verdict.figures()).hasSizeGreaterThan(1);
      assertThat(splitter.explain(LARGE).reason()).contains(verdict.occasion());
    }
  }

  @Test
  void theDeviceIsThatOfPlainJava() {
    try (Splitter splitter = Splitters.open()) {
      assertThat(splitter.device()).isEqualTo(CpuSplitter.describe());
    }
  }
}

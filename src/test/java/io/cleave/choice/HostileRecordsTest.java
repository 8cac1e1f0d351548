package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitters;
import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.opencl.found.OpenCl;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whoever may write the records chooses among those who race, and that is all: every candidate in
/// turn is said to be the fastest for every plan, and the parts are right.
class HostileRecordsTest {
  private static final Stamp STAMP = new Stamp("Linux amd64", "a processor", 2, "a JVM");

  /// So many that whoever is recorded is made fit meanwhile and takes over: that takes 64 MiB.
  private static final int CALLS = 110;

  @TempDir private Path folder = Path.of("");

  /// What opens a splitter that believes a book.
  interface Opener {
    RacingSplitter open(Choosing choosing, Book book);
  }

  static Stream<Opener> openers() {
    return Stream.concat(Stream.<Opener>of(Splitters::open), devices().stream());
  }

  private static List<Opener> devices() {
    List<Opener> openers = new ArrayList<>();
    for (OpenCl.Found found : OpenCl.look().unasked()) {
      Device device = found.device().device();
      openers.add((choosing, book) -> Splitters.open(device, Binding.AUTO, choosing, book));
    }
    return openers;
  }

  private static List<SplitPlan> plans() {
    return List.of(
        SplitPlan.byLengths(Shape.of(1 << 13, 96), ElementType.U8, 1, 31, 1, 64),
        SplitPlan.intoEqualParts(Shape.of(1 << 14, 12), ElementType.F32, 1, 3),
        SplitPlan.intoEqualParts(Shape.of(64, 1 << 13), ElementType.I16, 0, 4));
  }

  @ParameterizedTest
  @MethodSource("openers")
  void aRecordChoosesAndChangesNoByte(Opener opener) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      int tried = 0;
      for (SplitPlan plan : plans()) {
        MemorySegment data = noise(arena, plan);
        Verdict raced = split(opener, Choosing.RACE, Records.none(), plan, data).orElseThrow();
        for (Figures winner : raced.figures()) {
          Verdict verdict =
              split(opener, Choosing.RECORDED, saying(raced, winner), plan, data).orElseThrow();
          assertThat(verdict.winner()).isEqualTo(winner.name());
          assertThat(verdict.reason()).startsWith("recorded in ");
          tried++;
        }
      }
      assertThat(tried).isGreaterThanOrEqualTo(plans().size());
    }
  }

  @Test
  void whoDoesNotRaceDoesNotWin() throws IOException {
    SplitPlan plan = plans().getFirst();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data = noise(arena, plan);
      Verdict raced =
          split(Splitters::open, Choosing.RACE, Records.none(), plan, data).orElseThrow();
      for (String name : List.of("cpu", "../../cpu", "io.cleave.cpu.CpuSplitter")) {
        Figures absent = new Figures(name, raced.figures().getFirst().revision(), 0, 0, 0, "");
        Records records = saying(raced, absent);
        Verdict verdict =
            split(Splitters::open, Choosing.RECORDED, records, plan, data).orElseThrow();
        assertThat(verdict.reason()).isEqualTo("expected, nothing is recorded");
      }
    }
  }

  private Records saying(Verdict verdict, Figures winner) throws IOException {
    RecordFile file = RecordFile.in(folder, STAMP);
    Figures absurd = new Figures(winner.name(), winner.revision(), -1e300, 0, -1, "\u001b[31m");
    file.add(
        List.of(new Verdict(verdict.occasion(), winner.name(), "", true, true, List.of(absurd))));
    return file.read();
  }

  /// Splits again and again.
  ///
  /// @return how the choice stands then
  /// @throws AssertionError if a byte is wrong
  private static Optional<Verdict> split(
      Opener opener, Choosing choosing, Records records, SplitPlan plan, MemorySegment data) {
    try (RacingSplitter splitter = opener.open(choosing, new Book(records));
        Arena arena = Arena.ofShared()) {
      List<MemorySegment> right = naive(arena, plan, data);
      List<MemorySegment> parts = outputs(arena, plan);
      for (int call = 0; call < CALLS; call++) {
        parts.forEach(part -> part.fill((byte) 0xA5));
        splitter.split(plan, data, parts);
        for (int i = 0; i < parts.size(); i++) {
          assertThat(parts.get(i).mismatch(right.get(i)))
              .as("part %s of %s by %s", i, plan, splitter.verdict(plan))
              .isEqualTo(-1);
        }
      }
      return splitter.verdict(plan);
    }
  }

  private static MemorySegment noise(Arena arena, SplitPlan plan) {
    byte[] bytes = new byte[(int) plan.bytes()];
    new Random(1).nextBytes(bytes);
    MemorySegment data = arena.allocate(bytes.length, 64);
    MemorySegment.copy(bytes, 0, data, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return data;
  }

  private static List<MemorySegment> outputs(Arena arena, SplitPlan plan) {
    return plan.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();
  }

  private static List<MemorySegment> naive(Arena arena, SplitPlan plan, MemorySegment data) {
    List<MemorySegment> parts = outputs(arena, plan);
    for (Part part : plan.parts()) {
      for (long row = 0; row < plan.rows(); row++) {
        long from = row * plan.row() + part.offset();
        MemorySegment.copy(data, from, parts.get(part.index()), row * part.run(), part.run());
      }
    }
    return parts;
  }
}

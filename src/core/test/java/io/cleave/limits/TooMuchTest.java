package io.cleave.limits;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Residence;
import io.cleave.spi.SystemMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Splits that need more memory than there is are refused with the size, before anything is
/// written.
@Timeout(120)
@EnabledOnOs(value = OS.LINUX, disabledReason = "memory elsewhere may have no holes")
class TooMuchTest {
  private static final SplitPlan LARGE =
      SplitPlan.of(Layout.of(ElementType.U8, 2, 1L << 40), 1, Cut.byLengths(3, -1));
  private static final SplitPlan STACK =
      SplitPlan.of(LARGE.data(), 1, Cut.intoEqualParts(2))
          .converted(Conversion.to(ElementType.F32))
          .stacked(1);

  @Test
  void inPlainJava() {
    try (Splitter splitter = CpuSplitter.open(2)) {
      refusesTooMuch(splitter);
    }
  }

  @Test
  @Tag("device")
  void onADevice() {
    TestSplitters<?, ?> splitters = new TestSplitters<>(new LwjglApi());
    try (Splitter inPlace = splitters.inPlace(Route.AUTO);
        Residence residence = splitters.residence(Route.AUTO, 1 << 20);
        SystemMemory sparse = SystemMemory.sparse(LARGE.data().bytes())) {
      refusesTooMuch(inPlace);
      Tensor large = new Tensor(LARGE.data().type(), LARGE.data().shape(), sparse.memory());
      refuses(
          () -> residence.place(large),
          " takes 2199023255552 bytes, and device ",
          " holds at most 1048576 in one piece; use another device");
    }
  }

  private static void refusesTooMuch(Splitter splitter) {
    try (SystemMemory sparse = SystemMemory.sparse(LARGE.data().bytes());
        Arena arena = Arena.ofShared()) {
      MemorySegment data = sparse.memory();
      byte[] first = new byte[6];
      MemorySegment part = MemorySegment.ofArray(first);
      // The same size to anything that counts in 32 bits.
      MemorySegment alike = data.asSlice(0, LARGE.data().bytes() - (1L << 32));
      refuses(
          () -> splitter.split(LARGE, alike, List.of(part, part)),
          "the data takes 2199023255552 bytes; the segment has 2194728288256");
      refuses(
          () -> splitter.split(LARGE, data, List.of(part, alike.asSlice(6))),
          "part 1 takes 2199023255546 bytes; the segment has 2194728288250");
      refuses(
          () -> splitter.split(STACK, data, part),
          "part 0 takes 8796093022208 bytes; the segment has 6");
      assertThat(first).containsOnly(0);
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> splitter.split(LARGE, data, arena))
          .withMessageContaining("takes 2199023255546 bytes")
          .withMessageEndingWith("split fewer rows or parts at a time");
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> splitter.split(STACK, data, arena))
          .withMessageContaining(" takes 8796093022208 bytes");
      assertThat(splitter.split(LARGE.only(0), data, arena)).as("the next call").hasSize(1);
    }
    SplitPlan strings =
        SplitPlan.of(Layout.of(ElementType.STRING, 1L << 31), 0, Cut.byLengths(1, -1));
    refuses(
        () -> splitter.split(strings, new String[7]),
        "the data takes 2147483648 strings; the array has 7");
  }
}

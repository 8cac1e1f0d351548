package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Splitters;
import io.cleave.backend.Region;
import io.cleave.backend.Residence;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.QueueSplitter;
import io.cleave.opencl.TestSplitters;
import io.cleave.opencl.jocl.JoclBinding;
import io.cleave.opencl.lwjgl.LwjglBinding;
import io.cleave.opencl.session.ClSession;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Plans for which there is not the memory are refused when they are to be carried out: by the
/// documented exception, with the size, before anything is written.
@EnabledOnOs(OS.LINUX)
class HugeRefusalTest {
  private static final long TIB = 1L << 40;
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(2, TIB), ElementType.U8, 1, 3, -1);

  @Test
  void byPlainJava() {
    try (Splitter splitter = CpuSplitter.open(2)) {
      refuses(splitter);
    }
  }

  @Test
  void byWhateverIsFastest() {
    try (Splitter splitter = Splitters.open()) {
      refuses(splitter);
    }
  }

  @Test
  void byADeviceInMemory() {
    for (boolean shares : new boolean[] {true, false}) {
      try (Splitter splitter = TestSplitters.onAFake(shares).inPlace(RouteName.AUTO)) {
        refuses(splitter);
      }
      refusesOnAQueue(TestSplitters.onAFake(shares).session());
    }
  }

  @Test
  @Tag("device")
  void byADeviceThroughEitherBinding() {
    for (var splitters :
        List.of(new TestSplitters<>(new LwjglBinding()), new TestSplitters<>(new JoclBinding()))) {
      try (Splitter inPlace = splitters.inPlace(RouteName.AUTO);
          Splitter apart = splitters.thereAndBack(RouteName.AUTO, 1 << 28)) {
        refuses(inPlace);
        refuses(apart);
      }
      refusesOnAQueue(splitters.session());
      refusesToLiveThere(splitters);
    }
  }

  private static void refuses(Splitter splitter) {
    try (SparseMemory sparse = SparseMemory.allocate(PLAN.bytes())) {
      refusesTooSmallMemory(splitter, sparse.memory());
      refusesToMakeParts(splitter, sparse.memory());
    }
    SplitPlan strings = SplitPlan.byLengths(Shape.of(1L << 31), ElementType.STRING, 0, 1, -1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(strings, new String[7]))
        .withMessage("the data takes 2147483648 strings; the array has 7");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> splitter.split(strings, new String[7], List.of(new String[1], new String[6])))
        .withMessage("the data takes 2147483648 strings; the array has 7");
  }

  private static void refusesTooSmallMemory(Splitter splitter, MemorySegment data) {
    byte[] first = new byte[6];
    MemorySegment part = MemorySegment.ofArray(first);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(PLAN, data.asSlice(1), List.of(part, part)))
        .withMessage("the data takes 2199023255552 bytes; the segment has 2199023255551");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(PLAN, data, List.of(part, part)))
        .withMessage("part 1 takes 2199023255546 bytes; the segment has 6");
    // Sizes that are the same to whoever counts by 32 bits.
    MemorySegment alike = data.asSlice(0, PLAN.bytes() - (1L << 32));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(PLAN, alike, List.of(part, part)))
        .withMessage("the data takes 2199023255552 bytes; the segment has 2194728288256");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(PLAN, data, List.of(part, alike.asSlice(6))))
        .withMessage("part 1 takes 2199023255546 bytes; the segment has 2194728288250");
    SplitPlan doubles = PLAN.converted(Conversion.to(ElementType.F64));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(doubles, data, List.of(part, part)))
        .withMessage("part 0 takes 48 bytes; the segment has 6");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(stack(), data, part))
        .withMessage("the result takes 8796093022208 bytes; the segment has 6");
    assertThat(first).containsOnly(0);
  }

  private static StackedPlan stack() {
    return SplitPlan.intoEqualParts(PLAN.shape(), ElementType.U8, 1, 2)
        .converted(Conversion.to(ElementType.F32))
        .stacked(1);
  }

  /// The data is as it was, although it is the arena's limit that is met.
  private static void refusesToMakeParts(Splitter splitter, MemorySegment data) {
    Tensor tensor = new Tensor(PLAN.shape(), PLAN.type(), data);
    try (Arena arena = Arena.ofShared()) {
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> splitter.split(PLAN, tensor, arena))
          .withMessageStartingWith("u8 [2, 1099511627773] takes 2199023255546 bytes, which are not")
          .withMessageEndingWith("); split fewer rows or parts at a time");
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> splitter.split(stack(), tensor, arena))
          .withMessageContaining(" takes 8796093022208 bytes, which are not there (");
      SplitPlan few = PLAN.only(0);
      assertThat(splitter.split(few, tensor, arena)).as("the splitter goes on").hasSize(2);
    }
  }

  private static <M, E> void refusesOnAQueue(ClSession<M, E> session) {
    try (var splitter = new QueueSplitter<>(session, RouteName.AUTO)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> splitter.allocate(PLAN))
          .withMessageMatching(
              "the parts take 2199023255\\d{3} bytes together, the device allocates at most \\d+ at"
                  + " once; give each part a buffer of its own");
      M small = session.allocate(64);
      try {
        assertThatIllegalArgumentException()
            .isThrownBy(
                () ->
                    splitter.enqueue(PLAN, Region.of(small), Arrays.asList(null, null), List.of()))
            .withMessage("the data takes 2199023255552 bytes from byte 0 on; the buffer has 64");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> splitter.view(PLAN, new Region<>(small, 8)))
            .withMessage("the data takes 2199023255552 bytes from byte 8 on; the buffer has 64");
        SplitPlan alike = SplitPlan.byLengths(Shape.of((1L << 32) + 64), ElementType.U8, 0, 1, -1);
        assertThatIllegalArgumentException()
            .isThrownBy(() -> splitter.view(alike, Region.of(small)))
            .withMessage("the data takes 4294967360 bytes from byte 0 on; the buffer has 64");
      } finally {
        session.free(small);
      }
    }
  }

  private static void refusesToLiveThere(TestSplitters<?, ?> splitters) {
    try (SparseMemory sparse = SparseMemory.allocate(PLAN.bytes());
        Residence residence = splitters.residence(RouteName.AUTO, 1 << 20)) {
      Tensor tensor = new Tensor(PLAN.shape(), PLAN.type(), sparse.memory());
      assertThatIllegalArgumentException()
          .isThrownBy(() -> residence.place(tensor))
          .withMessageMatching(
              "u8 \\[2, 1099511627776\\] takes 2199023255552 bytes, and device .* holds at most"
                  + " 1048576 in one piece; use another device, such as cpu");
      var bytes = sparse.memory().asSlice(0, 1 << 19);
      SplitPlan plan = SplitPlan.byLengths(Shape.of(1 << 19), ElementType.U8, 0, 1, -1);
      try (var resident = residence.place(new Tensor(plan.shape(), plan.type(), bytes))) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> resident.split(plan.converted(Conversion.to(ElementType.F32))))
            .withMessageMatching(
                "part 1 .* takes 2097148 bytes, and device .* holds at most 1048576 in one piece;"
                    + " use another device, such as cpu");
      }
    }
  }
}

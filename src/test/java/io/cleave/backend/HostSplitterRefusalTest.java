package io.cleave.backend;

import static io.cleave.backend.HostSplitterTest.bytes;
import static io.cleave.backend.HostSplitterTest.content;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is refused before a byte is written.
class HostSplitterRefusalTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(2, 3), ElementType.U8, 1, 1, -1);

  private final HostSplitterTest.Recorder splitter = new HostSplitterTest.Recorder();
  private final MemorySegment data = bytes(1, 2, 3, 4, 5, 6);
  private final MemorySegment first = bytes(9, 9);
  private final MemorySegment second = bytes(9, 9, 9, 9);

  @AfterEach
  void nothingIsCarriedOut() {
    assertThat(splitter.plans).isEmpty();
    assertThat(content(first)).containsOnly(9);
    assertThat(content(second)).containsOnly(9);
    splitter.close();
  }

  private void refuses(
      MemorySegment data, List<? extends @Nullable MemorySegment> parts, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(PLAN, data, parts))
        .withMessage(message);
  }

  @Test
  void slicesOfOneTensor() {
    SplitPlan slices = PLAN.stacked(0, 0).slices();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(slices, data, Arrays.asList(first, null)))
        .withMessage(
            "these parts are slices of one tensor; split the StackedPlan that they belong to");
  }

  @Test
  void viewsOfWhatIsConverted() {
    SplitPlan plan =
        SplitPlan.byLengths(Shape.of(6), ElementType.U8, 0, 6)
            .converted(Conversion.to(ElementType.F32));
    Tensor tensor = new Tensor(plan.shape(), ElementType.U8, data);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.view(plan, tensor))
        .withMessage(
            "a view shows the data as it is, and this plan converts it to f32; split instead");
  }

  @Test
  void resultsThatDoNotFitAStack() {
    StackedPlan stacked = PLAN.stacked(0, 0);
    refusesStack(stacked, second, "the result takes 2 bytes; the segment has 4");
    refusesStack(
        stacked, first.asReadOnly(), "the result is read-only; give memory that can be written");
    refusesStack(
        stacked, data.asSlice(0, 2), "the result overlaps the data; give it memory of its own");
  }

  private void refusesStack(StackedPlan stacked, MemorySegment result, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(stacked, data, result))
        .withMessage(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void anotherNumberOfOutputs(int count) {
    List<@Nullable MemorySegment> parts = Arrays.asList(first, second, null);
    refuses(
        data,
        parts.subList(0, count),
        "the plan has 2 parts; "
            + count
            + " outputs are given (use null for a part that is not wanted)");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "5, 5", "7, 7"})
  void dataOfAnotherSize(int size, long bytes) {
    refuses(
        MemorySegment.ofArray(new byte[size]),
        List.of(first, second),
        "the data takes 6 bytes; the segment has " + bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 5})
  void aPartOfAnotherSize(int size) {
    refuses(
        data,
        List.of(first, MemorySegment.ofArray(new byte[size])),
        "part 1 takes 4 bytes; the segment has " + size);
  }

  @Test
  void memoryForAnEmptyPartThatIsNotEmpty() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(6), ElementType.U8, 0, 0, 6);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(plan, data, List.of(bytes(1), bytes(1, 2, 3, 4, 5, 6))))
        .withMessage("part 0 takes 0 bytes; the segment has 1");
  }

  @Test
  void aReadOnlyPart() {
    refuses(
        data,
        List.of(first, second.asReadOnly()),
        "part 1 is read-only; give memory that can be written");
  }

  @Test
  void aPartThatThePlanDoesNotWant() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(PLAN.without(1), data, List.of(first, second)))
        .withMessage(
            "part 1 is not wanted by the plan; give null for it, or use a plan that wants it");
  }

  @Test
  void aPlanForStrings() {
    SplitPlan strings = SplitPlan.byLengths(Shape.of(2, 3), ElementType.STRING, 1, 1, 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(strings, data, List.of(first, second)))
        .withMessage("strings stand in no memory segment; split String arrays instead");
  }

  @Test
  void aClosedArena() {
    Arena arena = Arena.ofConfined();
    MemorySegment closed = arena.allocate(6);
    arena.close();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> splitter.split(PLAN, closed, List.of(first, second)))
        .withMessage("the arena of the data is closed; keep it open until the split returns");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> splitter.split(PLAN, data, List.of(first, closed.asSlice(0, 4))))
        .withMessage("the arena of part 1 is closed; keep it open until the split returns");
  }

  @Test
  void theConfinedArenaOfAnotherThread() throws Exception {
    try (var other = Executors.newSingleThreadExecutor()) {
      Arena arena = other.submit(Arena::ofConfined).get();
      MemorySegment foreign = other.submit(() -> arena.allocate(6)).get();
      String rule = " belongs to the confined arena of another thread; split there, or use";
      refuses(foreign, List.of(first, second), "the data" + rule + " Arena.ofShared()");
      refuses(data, List.of(first, foreign.asSlice(0, 4)), "part 1" + rule + " Arena.ofShared()");
      other.submit(arena::close).get();
    }
  }

  @Test
  void aTensorOfAnotherShapeOrType() {
    var turned = new Tensor(Shape.of(3, 2), ElementType.U8, data);
    var signed = new Tensor(Shape.of(2, 3), ElementType.I8, data);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(PLAN, turned, Arena.ofAuto()))
        .withMessage("the plan is for u8 [2, 3]; the tensor is u8 [3, 2]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(PLAN, signed, Arena.ofAuto()))
        .withMessage("the plan is for u8 [2, 3]; the tensor is i8 [2, 3]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.view(PLAN, turned))
        .withMessage("the plan is for u8 [2, 3]; the tensor is u8 [3, 2]");
  }
}

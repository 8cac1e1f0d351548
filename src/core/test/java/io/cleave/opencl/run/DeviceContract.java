package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.cleave.Route;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Contract of splitters on the user's own queue: splits of the user's buffers.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
@Timeout(120)
public abstract class DeviceContract<M, E> extends DeviceFixture<M, E> {
  private static final SplitPlan ROWS =
      SplitPlan.byLengths(Shape.of(61, 10, 3), ElementType.F32, 1, 3, 0, 6, 1);

  private static final SplitPlan PIECES =
      SplitPlan.byLengths(Shape.of(1, 60, 5), ElementType.F16, 1, 20, 1, 39);

  @ParameterizedTest
  @CsvSource({"true, AUTO", "false, AUTO", "true, PER_PART", "false, FUSED"})
  void splitsOnEveryKindOfQueue(boolean outOfOrder, Route route) {
    use(outOfOrder, route);
    splitsSeparately(ROWS);
    splitsPacked(ROWS);
    splitsAtOddPlaces(ROWS);
  }

  @ParameterizedTest
  @EnumSource(names = "STRING", mode = EnumSource.Mode.EXCLUDE)
  void splitsEveryElementType(ElementType type) {
    for (long rows : new long[] {1, 7}) {
      SplitPlan plan = SplitPlan.byLengths(Shape.of(rows, 13), type, 1, 5, 1, 0, 7);
      splitsSeparately(plan);
      splitsPacked(plan);
      splitsAtOddPlaces(plan);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 65, 1000})
  void splitsIntoAnyNumberOfParts(int count) {
    long[] lengths = new long[count];
    Arrays.setAll(lengths, i -> i % 5);
    long extent = Arrays.stream(lengths).sum() + 4;
    lengths[count - 1] += 4;
    SplitPlan bytes = SplitPlan.byLengths(Shape.of(9, extent), ElementType.U8, 1, lengths);
    splitsSeparately(bytes);
    splitsPacked(bytes);
    splitsAtOddPlaces(bytes);
    SplitPlan bits = SplitPlan.byLengths(Shape.of(9, extent), ElementType.U3, 1, lengths);
    splitsSeparately(bits);
    splitsPacked(bits);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void stacks(boolean outOfOrder) {
    use(outOfOrder, Route.AUTO);
    SplitPlan pixels = SplitPlan.intoEqualParts(Shape.of(3, 7, 5, 4), ElementType.U8, -1, 4);
    stacksPieces(pixels.stacked(1, 2, 1, 0), 3, 2, 1, 0);
    SplitPlan halves = pixels.converted(Conversion.to(ElementType.F16).scale(.5f));
    stacksPieces(halves.stacked(1, 0, 3), 3, 0, 3);
    stacksPieces(halves.stacked(0, 3, 1), 1, 3, 1);
    SplitPlan rows = SplitPlan.byLengths(Shape.of(6, 5), ElementType.U16, 0, 1, 3, 2);
    stacksPieces(StackedPlan.joined(rows, 0, 2, 0), 1, 2, 0);
  }

  @Test
  void refusesStacksOfLessThanRows() {
    SplitPlan colors = SplitPlan.intoEqualParts(Shape.of(8, 3), ElementType.U8, -1, 3);
    stacksPieces(StackedPlan.joined(colors, -1, 2, 0), 8, 2, 0);
    SplitPlan halves = SplitPlan.intoEqualParts(Shape.of(8, 6, 2), ElementType.U8, 1, 2);
    Place<M> data = Place.of(buffer(random(96)));
    Place<M> small = Place.of(poisoned(95));
    assertThatThrownBy(() -> splitter.submit(StackedPlan.joined(halves, 1), data, small, List.of()))
        .hasMessage("the result takes 96 bytes from byte 0 on; the buffer has 95");
    Place<M> result = Place.of(poisoned(96));
    assertThatThrownBy(
            () -> splitter.submit(StackedPlan.joined(halves, 2), data, result, List.of()))
        .hasMessageStartingWith("on a queue, slices are made of whole rows and bytes of the data");
    assertThatThrownBy(() -> splitter.submit(halves.stacked(0), data, data, List.of()))
        .hasMessageContaining("overlap in one buffer");
  }

  @ParameterizedTest
  @CsvSource({"AUTO", "PER_PART"})
  void converts(Route route) {
    use(true, route);
    converts();
  }

  private void converts() {
    float[] scale = {2, 1, 0.25f, -1};
    SplitPlan rows =
        SplitPlan.byLengths(Shape.of(61, 10, 3), ElementType.U8, 1, 3, 0, 6, 1)
            .converted(Conversion.to(ElementType.F32).scale(scale));
    SplitPlan bits =
        SplitPlan.byLengths(Shape.of(61, 11), ElementType.U3, 1, 3, 7, 1)
            .converted(Conversion.to(ElementType.F16));
    SplitPlan narrower = ROWS.converted(Conversion.to(ElementType.I8).scale(scale));
    for (SplitPlan plan : List.of(rows, bits, narrower)) {
      splitsSeparately(plan);
      splitsPacked(plan);
      splitsAtOddPlaces(plan);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void splitsAsOnAGpu(boolean outOfOrder) {
    useAsAGpu(outOfOrder);
    assertThat(splitter.device().isGpu()).isTrue();
    for (SplitPlan plan : List.of(ROWS, PIECES)) {
      splitsSeparately(plan);
      splitsPacked(plan);
      splitsAtOddPlaces(plan);
    }
    converts();
  }

  @Test
  void splitsIntoPieces() {
    for (Route route : List.of(Route.AUTO, Route.COPIES)) {
      use(true, route);
      splitsSeparately(PIECES);
      splitsPacked(PIECES);
      splitsAtOddPlaces(PIECES);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, AUTO", "false, AUTO", "false, PER_PART"})
  void makesNoEventUnlessItIsAskedTo(boolean outOfOrder, Route route) {
    use(outOfOrder, route);
    byte[] data = random(ROWS.bytes());
    List<@Nullable M> parts = separate(ROWS);
    splitter.enqueue(ROWS, Place.of(buffer(data)), places(parts));
    SplitPlan pixels = SplitPlan.intoEqualParts(Shape.of(3, 7, 2), ElementType.U8, -1, 2);
    M stacked = poisoned(pixels.bytes());
    splitter.enqueue(pixels.stacked(0), Place.of(buffer(new byte[42])), Place.of(stacked));
    user.finish();
    requireSplit(ROWS, data, parts);
    assertThat(user.read(stacked, 0, 42)).containsOnly(0);
  }

  @Test
  void writesOnlyTheWantedParts() {
    byte[] data = random(ROWS.bytes());
    List<@Nullable M> parts = new ArrayList<>(separate(ROWS));
    parts.set(0, null);
    finish(submit(ROWS, buffer(data), parts, List.of()));
    requireSplit(ROWS, data, parts);
    splitsPacked(ROWS.without(0, 3));
  }

  @Test
  void hasAnEventAlsoWhereNothingIsMoved() {
    SplitPlan empty = SplitPlan.byLengths(Shape.of(0, 3), ElementType.F32, 1, 1, 2);
    List<@Nullable M> none = Collections.nCopies(2, null);
    M data = buffer(new byte[1]);
    finish(submit(empty, data, none, List.of()));
    E gate = user.gate();
    E done = submit(ROWS, buffer(random(ROWS.bytes())), nothing(), List.of(gate));
    user.flush();
    assertThat(user.status(done)).isPositive();
    user.open(gate, 0);
    finish(done);
    user.release(gate);
  }

  private static <M> List<@Nullable M> nothing() {
    return Collections.nCopies(ROWS.partCount(), null);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void waitsForTheUsersEvents(boolean outOfOrder) throws InterruptedException {
    use(outOfOrder, Route.PER_PART);
    byte[] data = random(ROWS.bytes());
    List<@Nullable M> parts = separate(ROWS);
    E gate = user.gate();
    E done = submit(ROWS, buffer(data), parts, List.of(gate));
    user.flush();
    Thread.sleep(100);
    assertThat(user.status(done)).as("before the gate opens").isPositive();
    if (outOfOrder) {
      assertThat(user.read(requirePresent(parts.get(0)), 0, 8)).containsOnly(POISON);
    }
    user.open(gate, 0);
    finish(done);
    user.release(gate);
    requireSplit(ROWS, data, parts);
  }

  @Test
  void failsWithTheUsersEvents() {
    assumeFalse(
        PlatformUnderTest.NAME.startsWith("Intel"),
        "Intel's driver, 2026.2.0, ends the process in clFinish once a user's event has failed");
    List<@Nullable M> parts = separate(ROWS);
    E gate = user.gate();
    E done = submit(ROWS, buffer(random(ROWS.bytes())), parts, List.of(gate));
    user.open(gate, -5);
    user.await(done);
    assertThat(user.status(done)).isNegative();
    user.release(done);
    user.release(gate);
    splitsSeparately(ROWS);
  }

  /// Producer, split and consumer know each other by events alone.
  @ParameterizedTest
  @EnumSource(names = {"AUTO", "PER_PART", "FUSED"})
  void isOneOfAChainOfCommands(Route route) {
    use(true, route);
    byte[] data = random(ROWS.bytes());
    M source = buffer(data);
    M staged = poisoned(data.length);
    List<E> events = new ArrayList<>();
    List<M> copies = new ArrayList<>();
    E gate = user.gate();
    E produced = user.copy(source, staged, data.length, List.of(gate));
    List<@Nullable M> parts = separate(ROWS);
    E split = submit(ROWS, staged, parts, List.of(produced));
    for (int i = 0; i < parts.size(); i++) {
      M part = parts.get(i);
      int bytes = Math.toIntExact(ROWS.part(i).bytes());
      if (part != null) {
        M copy = poisoned(bytes);
        events.add(user.copy(part, copy, bytes, List.of(split)));
        copies.add(copy);
      }
    }
    user.open(gate, 0);
    events.forEach(this::finish);
    List.of(split, produced, gate).forEach(user::release);
    List<@Nullable M> result = new ArrayList<>(copies);
    result.add(1, null);
    requireSplit(ROWS, data, result);
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "FUSED"})
  void doesNotWaitForAQueueThatWaits(Route route) {
    use(false, route);
    E gate = user.gate();
    byte[] first = random(ROWS.bytes());
    List<@Nullable M> firstParts = separate(ROWS);
    E one = submit(ROWS, buffer(first), firstParts, List.of(gate));
    SplitPlan other = SplitPlan.byLengths(Shape.of(5, 9), ElementType.I64, 1, 2, 7);
    byte[] second = random(other.bytes());
    List<@Nullable M> secondParts = separate(other);
    E two = submit(other, buffer(second), secondParts, List.of());
    user.open(gate, 0);
    finish(two);
    finish(one);
    user.release(gate);
    requireSplit(ROWS, first, firstParts);
    requireSplit(other, second, secondParts);
  }

  @Test
  void itsEventsOutliveIt() {
    E gate = user.gate();
    byte[] data = random(ROWS.bytes());
    List<@Nullable M> parts = separate(ROWS);
    E done = submit(ROWS, buffer(data), parts, List.of(gate));
    splitter.close();
    user.open(gate, 0);
    finish(done);
    user.release(gate);
    requireSplit(ROWS, data, parts);
  }

  @Test
  void refusesToWorkWhenClosed() {
    M data = buffer(random(ROWS.bytes()));
    List<@Nullable M> parts = separate(ROWS);
    splitter.close();
    assertThatThrownBy(() -> submit(ROWS, data, parts, List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the splitter is closed; open another one");
    assertThat(user.read(data, 0, 1)).as("the queue goes on").hasSize(1);
  }

  @Test
  void refusesMemoryThatIsTooSmall() {
    M data = buffer(new byte[(int) ROWS.bytes() - 1]);
    List<@Nullable M> parts = separate(ROWS);
    assertThatThrownBy(() -> submit(ROWS, data, parts, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the data takes 7320 bytes from byte 0 on; the buffer has 7319");
  }

  @Test
  void refusesTheNullHandle() {
    M data = buffer(random(ROWS.bytes()));
    List<@Nullable M> parts = separate(ROWS);
    assertThatThrownBy(() -> submit(ROWS, user.none(), parts, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the data is given the null handle; give a buffer");
    parts.set(2, user.none());
    assertThatThrownBy(() -> submit(ROWS, data, parts, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("part 2 is given the null handle; give a buffer");
  }
}

package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.cleave.Route;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.StridedPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
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
      SplitPlan.of(Layout.of(ElementType.F32, 61, 10, 3), 1, Cut.byLengths(3, 0, 6, 1));

  private static final SplitPlan PIECES =
      SplitPlan.of(Layout.of(ElementType.F16, 1, 60, 5), 1, Cut.byLengths(20, 1, 39));

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
      SplitPlan plan = SplitPlan.of(Layout.of(type, rows, 13), 1, Cut.byLengths(5, 1, 0, 7));
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
    SplitPlan bytes = SplitPlan.of(Layout.of(ElementType.U8, 9, extent), 1, Cut.byLengths(lengths));
    splitsSeparately(bytes);
    splitsPacked(bytes);
    splitsAtOddPlaces(bytes);
    SplitPlan bits = SplitPlan.of(Layout.of(ElementType.U3, 9, extent), 1, Cut.byLengths(lengths));
    splitsSeparately(bits);
    splitsPacked(bits);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void splitsWindowsAndStacks(boolean outOfOrder) {
    use(outOfOrder, Route.AUTO);
    Random random = new Random(5);
    for (boolean isStacked : new boolean[] {true, false}) {
      splitsAtOddPlaces(StridedPlan.images(3, 7, 5, 4, isStacked, random));
    }
    for (int i = 0; i < 20; i++) {
      splitsAtOddPlaces(StridedPlan.of(random, 2000));
    }
  }

  /// One image after the other: a result is a region of a larger one.
  @Test
  void fillsTheSlotsOfABatch() {
    SplitPlan planes =
        SplitPlan.of(Layout.of(ElementType.U8, 4, 5, 3), -1, Cut.intoEqualParts(3)).stacked(0);
    M batch = poisoned(3 * 60);
    byte[] expected = new byte[3 * 60];
    Arrays.fill(expected, POISON);
    for (int image : new int[] {2, 0}) {
      byte[] data = random(60 + image);
      for (int i = 0; i < 60; i++) {
        expected[60 * image + i] = data[i % 20 * 3 + i / 20];
      }
      splitter.enqueue(planes, Place.of(buffer(data)), List.of(new Place<>(batch, 60L * image)));
    }
    user.finish();
    assertThat(user.read(batch, 0, 3 * 60)).isEqualTo(expected);
  }

  @Test
  void refusesStacksThatDoNotFit() {
    SplitPlan halves =
        SplitPlan.of(Layout.of(ElementType.U8, 8, 6, 2), 1, Cut.intoEqualParts(2)).stacked(0);
    M data = buffer(random(96));
    assertThatThrownBy(() -> submit(halves, data, List.of(poisoned(95)), List.of()))
        .hasMessage("part 0 takes 96 bytes from byte 0 on; the buffer has 95");
    assertThatThrownBy(() -> submit(halves, data, List.of(data), List.of()))
        .hasMessageContaining("overlap in one buffer");
  }

  @ParameterizedTest
  @CsvSource({"AUTO", "PER_PART"})
  void converts(Route route) {
    use(true, route);
    converts();
  }

  private void converts() {
    double[] scale = {2, 1, 0.25f, -1};
    SplitPlan rows =
        SplitPlan.of(Layout.of(ElementType.U8, 61, 10, 3), 1, Cut.byLengths(3, 0, 6, 1))
            .converted(Conversion.to(ElementType.F32).scaled(scale, new double[1]));
    SplitPlan bits =
        SplitPlan.of(Layout.of(ElementType.U3, 61, 11), 1, Cut.byLengths(3, 7, 1))
            .converted(Conversion.to(ElementType.F16));
    SplitPlan narrower = ROWS.converted(Conversion.to(ElementType.I8).scaled(scale, new double[1]));
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
    byte[] data = random(ROWS.data().bytes());
    List<M> parts = separate(ROWS);
    splitter.enqueue(ROWS, Place.of(buffer(data)), places(parts));
    SplitPlan pixels = SplitPlan.of(Layout.of(ElementType.U8, 3, 7, 2), -1, Cut.intoEqualParts(2));
    M stacked = poisoned(pixels.data().bytes());
    splitter.enqueue(pixels.stacked(0), Place.of(buffer(new byte[42])), List.of(Place.of(stacked)));
    user.finish();
    requireSplit(ROWS, data, parts);
    assertThat(user.read(stacked, 0, 42)).containsOnly(0);
  }

  @Test
  void writesOnlyThePartsOfThePlan() {
    splitsSeparately(ROWS.without(0));
    splitsPacked(ROWS.without(0, 3));
    splitsPacked(ROWS.only(3, 0, 2));
  }

  @Test
  void hasAnEventAlsoWhereNothingIsMoved() {
    SplitPlan empty = SplitPlan.of(Layout.of(ElementType.F32, 0, 3), 1, Cut.byLengths(1, 2));
    finish(submit(empty, buffer(new byte[1]), separate(empty), List.of()));
    E gate = user.gate();
    M data = buffer(random(ROWS.data().bytes()));
    E done = submit(ROWS.only(), data, List.of(), List.of(gate));
    user.flush();
    assertThat(user.status(done)).isPositive();
    user.open(gate, 0);
    finish(done);
    user.release(gate);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void waitsForTheUsersEvents(boolean outOfOrder) throws InterruptedException {
    use(outOfOrder, Route.PER_PART);
    byte[] data = random(ROWS.data().bytes());
    List<M> parts = separate(ROWS);
    E gate = user.gate();
    E done = submit(ROWS, buffer(data), parts, List.of(gate));
    user.flush();
    Thread.sleep(100);
    assertThat(user.status(done)).as("before the gate opens").isPositive();
    if (outOfOrder) {
      assertThat(user.read(parts.getFirst(), 0, 8)).containsOnly(POISON);
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
    List<M> parts = separate(ROWS);
    E gate = user.gate();
    E done = submit(ROWS, buffer(random(ROWS.data().bytes())), parts, List.of(gate));
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
    byte[] data = random(ROWS.data().bytes());
    M source = buffer(data);
    M staged = poisoned(data.length);
    List<E> events = new ArrayList<>();
    List<M> copies = new ArrayList<>();
    E gate = user.gate();
    E produced = user.copy(source, staged, data.length, List.of(gate));
    List<M> parts = separate(ROWS);
    E split = submit(ROWS, staged, parts, List.of(produced));
    for (int i = 0; i < parts.size(); i++) {
      M part = parts.get(i);
      int bytes = Math.toIntExact(Math.max(1, ROWS.part(i).bytes()));
      M copy = poisoned(bytes);
      events.add(user.copy(part, copy, bytes, List.of(split)));
      copies.add(copy);
    }
    user.open(gate, 0);
    events.forEach(this::finish);
    List.of(split, produced, gate).forEach(user::release);
    requireSplit(ROWS, data, copies);
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "FUSED"})
  void doesNotWaitForAQueueThatWaits(Route route) {
    use(false, route);
    E gate = user.gate();
    byte[] first = random(ROWS.data().bytes());
    List<M> firstParts = separate(ROWS);
    E one = submit(ROWS, buffer(first), firstParts, List.of(gate));
    SplitPlan other = SplitPlan.of(Layout.of(ElementType.I64, 5, 9), 1, Cut.byLengths(2, 7));
    byte[] second = random(other.data().bytes());
    List<M> secondParts = separate(other);
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
    byte[] data = random(ROWS.data().bytes());
    List<M> parts = separate(ROWS);
    E done = submit(ROWS, buffer(data), parts, List.of(gate));
    splitter.close();
    user.open(gate, 0);
    finish(done);
    user.release(gate);
    requireSplit(ROWS, data, parts);
  }

  @Test
  void refusesToWorkWhenClosed() {
    M data = buffer(random(ROWS.data().bytes()));
    List<M> parts = separate(ROWS);
    splitter.close();
    assertThatThrownBy(() -> submit(ROWS, data, parts, List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the splitter is closed; open another one");
    assertThat(user.read(data, 0, 1)).as("the queue goes on").hasSize(1);
  }

  @Test
  void refusesMemoryThatIsTooSmall() {
    M data = buffer(new byte[(int) ROWS.data().bytes() - 1]);
    List<M> parts = separate(ROWS);
    assertThatThrownBy(() -> submit(ROWS, data, parts, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the data takes 7320 bytes from byte 0 on; the buffer has 7319");
  }

  @Test
  void refusesTheNullHandle() {
    M data = buffer(random(ROWS.data().bytes()));
    List<M> parts = separate(ROWS);
    assertThatThrownBy(() -> submit(ROWS, user.none(), parts, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the data is given the null handle; give a buffer");
    parts.set(2, user.none());
    assertThatThrownBy(() -> submit(ROWS, data, parts, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("part 2 is given the null handle; give a buffer");
  }
}

package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Splitters that do nearly the right thing, each of which must be found out.
class WrongSplitterTest {
  private static final String U4 =
      """
      {"id":"%s","op":"VariadicSplit-1","element_type":"u4","shape":[2,5],"data":%s,\
      "axis":{"value":1,"type":"i64","shape":[]},"split_lengths":{"value":[1,1,3],"type":"i64","shape":[3]},\
      "expect":{"shapes":[[2,1],[2,1],[2,3]]}}\
      """;

  private static final String STRINGS =
      Trials.EQUAL.replace("f32", "string").replace("null", "\"iota\"");

  /// Spoils what a plain splitter did.
  private interface Spoiler extends BiConsumer<MemorySegment, List<MemorySegment>> {}

  /// Changes a byte of an output, or before or behind it, where nobody has any business.
  @SuppressWarnings("restricted")
  private static void flip(MemorySegment memory, long at, int bits) {
    MemorySegment one = MemorySegment.ofAddress(memory.address() + at).reinterpret(1);
    one.set(ValueLayout.JAVA_BYTE, 0, (byte) (one.get(ValueLayout.JAVA_BYTE, 0) ^ bits));
  }

  private static void swap(MemorySegment one, MemorySegment other) {
    byte first = one.get(ValueLayout.JAVA_BYTE, 0);
    MemorySegment.copy(other, 0, one, 0, 1);
    other.set(ValueLayout.JAVA_BYTE, 0, first);
  }

  private static void requireFound(Spoiler spoiler, String reason) {
    for (String data : List.of("null", "\"iota\"")) {
      for (String id : List.of("a", "b", "c", "d")) {
        assertThat(Trials.run(U4.formatted(id, data), new PlainSplitter(spoiler)))
            .startsWith("failed: " + reason);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 64})
  void writesBesideAnOutput(int distance) {
    requireFound(
        (_, parts) -> flip(parts.get(2), 2 + distance, 1),
        "part 2 of shape [2, 3]: byte %d of 3 is ".formatted(distance + 2));
    requireFound(
        (_, parts) -> flip(parts.get(0), -distance, 1),
        "part 0 of shape [2, 1]: byte -%d of 1 is ".formatted(distance));
  }

  @Test
  void writesToAnotherOutput() {
    requireFound((_, parts) -> flip(parts.get(1), 1, 0x80), "part 1 of shape [2, 1]: byte 1 of 1 ");
    requireFound(
        (_, parts) -> swap(parts.get(0), parts.get(1)), "part 0 of shape [2, 1]: byte 0 of 1 is ");
  }

  @Test
  void leavesOneByteOut() {
    PlainSplitter forgetful =
        new PlainSplitter() {
          @Override
          public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
            byte before = parts.get(2).get(ValueLayout.JAVA_BYTE, 1);
            super.carryOut(plan, data, parts);
            parts.get(2).set(ValueLayout.JAVA_BYTE, 1, before);
          }
        };
    for (int i = 0; i < 300; i++) {
      assertThat(Trials.run(U4.formatted("case " + i, "null"), forgetful))
          .contains("part 2 of shape [2, 3]: byte 1 of 3 is ");
    }
  }

  @Test
  void leavesTheUnusedBitsAlone() {
    String odd = U4.formatted("odd", "null").replace("[2,", "[1,");
    assertThat(Trials.run(odd)).isEqualTo("passed");
    assertThat(Trials.run(odd, new PlainSplitter((_, parts) -> flip(parts.get(2), 1, 0x40))))
        .contains("part 2 of shape [1, 3]: byte 1 of 2 is 4");
  }

  @Test
  void writesToTheData() {
    requireFound((data, _) -> flip(data, 0, 1), "the data was changed");
  }

  private static Spoiler throwing(RuntimeException failure) {
    return (_, _) -> {
      throw failure;
    };
  }

  @Test
  void throwsSomething() {
    requireFound(
        throwing(new IllegalStateException("the device\nis gone \u001b[31m")),
        "unexpected IllegalStateException: the device?is gone ?[31m");
    requireFound(
        throwing(new IllegalArgumentException("not today")),
        "unexpected IllegalArgumentException: not today");
    requireFound((_, _) -> Collections.emptyIterator().next(), "unexpected NoSuchElementException");
    requireFound(
        (_, _) -> {
          throw new AssertionError("no");
        },
        "unexpected AssertionError: no");
    Spoiler greedy =
        (_, _) -> {
          throw new OutOfMemoryError("device memory");
        };
    assertThat(Trials.run(U4.formatted("a", "null"), new PlainSplitter(greedy)))
        .isEqualTo("skipped: out of memory: device memory");
  }

  /// Spoils what a call was given, or the parts that it gives back.
  private static String run(
      String line, Consumer<Object[]> given, Consumer<List<@Nullable Object>> made) {
    PlainSplitter plain = new PlainSplitter();
    Object splitter =
        Proxy.newProxyInstance(
            Splitter.class.getClassLoader(),
            new Class<?>[] {Splitter.class},
            (_, method, arguments) -> {
              Object result = method.invoke(plain, arguments);
              given.accept(arguments);
              if (!(result instanceof List<?> parts)) {
                return result;
              }
              List<@Nullable Object> spoiled = new ArrayList<>(parts);
              made.accept(spoiled);
              return spoiled;
            });
    return Trials.run(line, (Splitter) splitter);
  }

  /// New parts that are spoiled.
  record Answer(String line, Consumer<List<@Nullable Object>> change, String result) {}

  private static Answer with(String line, int part, @Nullable Object made, String result) {
    return new Answer(line, parts -> parts.set(part, made), result);
  }

  static List<Answer> answers() {
    Tensor row = new Tensor(ElementType.F32, Shape.of(1, 2), MemorySegment.ofArray(new int[2]));
    Tensor whole = new Tensor(ElementType.I32, Shape.of(2), MemorySegment.ofArray(new int[2]));
    List<Answer> answers = new ArrayList<>();
    for (String line : List.of(Trials.EQUAL, STRINGS)) {
      answers.add(new Answer(line, _ -> {}, "passed"));
      answers.add(new Answer(line, List::removeLast, "failed: 1 new parts came back, expected 2"));
      answers.add(with(line, 1, null, "failed: unexpected NullPointerException"));
    }
    answers.add(with(Trials.EQUAL, 0, row, "failed: new part 0 is f32 [1, 2], expected f32 [2]"));
    answers.add(with(Trials.EQUAL, 0, whole, "failed: new part 0 is i32 [2], expected f32 [2]"));
    answers.add(
        new Answer(
            Trials.EQUAL, Collections::reverse, "failed: part 0 of shape [2]: byte 0 of 8 is "));
    String strings = "failed: part 0 of %s strings: element %s is not as in [0, 1]";
    answers.add(new Answer(STRINGS, Collections::reverse, strings.formatted(2, 0)));
    for (int count : new int[] {0, 1, 3}) {
      String[] made = Arrays.copyOf(new String[] {"0", "1", "2"}, count);
      answers.add(with(STRINGS, 0, made, strings.formatted(count, Math.min(count, 2))));
    }
    return answers;
  }

  @ParameterizedTest
  @MethodSource("answers")
  void givesWrongParts(Answer answer) {
    assertThat(run(answer.line(), _ -> {}, answer.change())).startsWith(answer.result());
  }

  @Test
  void writesToTheStrings() {
    Consumer<Object[]> careless =
        given -> {
          if (given[1] instanceof String[] data) {
            data[0] = "another";
          }
        };
    assertThat(run(STRINGS, careless, _ -> {})).isEqualTo("failed: the data was changed");
  }
}

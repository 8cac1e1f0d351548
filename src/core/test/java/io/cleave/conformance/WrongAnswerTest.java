package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Splitters that write what they should where they are told to, and do something else wrong, which
/// must be found out.
class WrongAnswerTest {
  private static final String STRINGS =
      Trials.EQUAL.replace("f32", "string").replace("null", "\"iota\"");

  /// Spoils what a call was given, or gives back.
  @FunctionalInterface
  private interface Spoiler {
    @Nullable Object spoil(Object[] given, @Nullable Object result);
  }

  private static String run(String line, Spoiler spoiler) {
    PlainSplitter plain = new PlainSplitter();
    Object splitter =
        Proxy.newProxyInstance(
            Splitter.class.getClassLoader(),
            new Class<?>[] {Splitter.class},
            (_, method, given) -> spoiler.spoil(given, method.invoke(plain, given)));
    return Trials.run(line, (Splitter) splitter);
  }

  /// Spoils the list of new parts.
  private static Spoiler answer(Consumer<List<@Nullable Object>> change) {
    return (_, result) -> {
      if (!(result instanceof List<?> parts)) {
        return result;
      }
      List<@Nullable Object> spoiled = new ArrayList<>(parts);
      change.accept(spoiled);
      return spoiled;
    };
  }

  private static void requireFound(
      String line, Consumer<List<@Nullable Object>> change, String reason) {
    assertThat(run(line, answer(change))).hasToString("failed: " + reason);
  }

  @Test
  void whoDoesNothingWrongPasses() {
    for (String line : List.of(Trials.EQUAL, STRINGS)) {
      assertThat(run(line, answer(_ -> {}))).isEqualTo("passed");
    }
  }

  @Test
  void givesTooFewParts() {
    for (String line : List.of(Trials.EQUAL, STRINGS)) {
      requireFound(line, List::removeLast, "1 new parts came back, expected 2");
    }
  }

  @Test
  void givesNoTensor() {
    assertThat(run(Trials.EQUAL, answer(parts -> parts.set(1, null))))
        .startsWith("failed: unexpected NullPointerException");
  }

  @Test
  void givesAnotherTensor() {
    Tensor row = new Tensor(ElementType.F32, Shape.of(1, 2), MemorySegment.ofArray(new int[2]));
    requireFound(
        Trials.EQUAL, parts -> parts.set(0, row), "new part 0 is f32 [1, 2], expected f32 [2]");
    Tensor whole = new Tensor(ElementType.I32, Shape.of(2), MemorySegment.ofArray(new int[2]));
    requireFound(
        Trials.EQUAL, parts -> parts.set(0, whole), "new part 0 is i32 [2], expected f32 [2]");
  }

  @Test
  void swapsNewParts() {
    requireFound(
        STRINGS, Collections::reverse, "part 0 of 2 strings: element 0 is not as in [0, 1]");
    assertThat(run(Trials.EQUAL, answer(Collections::reverse)))
        .startsWith("failed: part 0 of shape [2]: byte 0 of 8 is ");
  }

  @Test
  void givesTooFewStringsOrTooMany() {
    assertThat(run(STRINGS, answer(parts -> parts.set(1, null))))
        .startsWith("failed: unexpected NullPointerException");
    for (int count : new int[] {0, 1, 3}) {
      requireFound(
          STRINGS,
          parts -> parts.set(0, Arrays.copyOf(new String[] {"0", "1", "2"}, count)),
          "part 0 of %s strings: element %s is not as in [0, 1]"
              .formatted(count, Math.min(count, 2)));
    }
  }

  @Test
  void writesToTheStrings() {
    Spoiler careless =
        (given, result) -> {
          if (given[1] instanceof String[] data) {
            data[0] = "another";
          }
          return result;
        };
    assertThat(run(STRINGS, careless)).hasToString("failed: the data was changed");
  }
}

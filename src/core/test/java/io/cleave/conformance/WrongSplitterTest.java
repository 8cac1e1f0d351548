package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Splitters that do nearly the right thing, each of which must be found out.
class WrongSplitterTest {
  private static final String U4 =
      """
      {"id":"%s","op":"VariadicSplit-1","element_type":"u4","shape":[2,5],"data":%s,\
      "axis":{"value":1,"type":"i64","shape":[]},"split_lengths":{"value":[1,1,3],"type":"i64","shape":[3]},\
      "expect":{"shapes":[[2,1],[2,1],[2,3]]}}\
      """;

  /// Spoils what a plain splitter did.
  @FunctionalInterface
  private interface Spoiler {
    void spoil(MemorySegment data, List<MemorySegment> parts);
  }

  private static PlainSplitter spoiled(Spoiler spoiler) {
    return new PlainSplitter() {
      @Override
      public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
        super.carryOut(plan, data, parts);
        spoiler.spoil(data, parts);
      }
    };
  }

  /// The memory around an output, which nobody has any business to touch.
  @SuppressWarnings("restricted")
  private static MemorySegment around(MemorySegment memory, long before, long after) {
    return MemorySegment.ofAddress(memory.address() - before)
        .reinterpret(before + memory.byteSize() + after);
  }

  private static void flip(MemorySegment memory, long at, int bits) {
    memory.set(ValueLayout.JAVA_BYTE, at, (byte) (memory.get(ValueLayout.JAVA_BYTE, at) ^ bits));
  }

  private static void requireFound(Spoiler spoiler, String reason) {
    for (String data : List.of("null", "\"iota\"")) {
      for (String id : List.of("a", "b", "c", "d")) {
        assertThat(Trials.run(U4.formatted(id, data), spoiled(spoiler)))
            .startsWith("failed: ")
            .contains(reason);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 64})
  void writesAfterTheEnd(int distance) {
    requireFound(
        (_, parts) -> {
          MemorySegment last = parts.get(2);
          flip(around(last, 0, distance), last.byteSize() + distance - 1, 1);
        },
        "part 2 of shape [2, 3]: byte %d of 3 is ".formatted(distance + 2));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 64})
  void writesBeforeTheStart(int distance) {
    requireFound(
        (_, parts) -> flip(around(parts.get(0), distance, 0), 0, 1),
        "part 0 of shape [2, 1]: byte -%d of 1 is ".formatted(distance));
  }

  @Test
  void writesBetweenTwoOutputs() {
    requireFound(
        (_, parts) -> {
          MemorySegment middle = parts.get(1);
          flip(around(middle, 0, 1), middle.byteSize(), 0x80);
        },
        "part 1 of shape [2, 1]: byte 1 of 1 is ");
  }

  @Test
  void swapsTwoOutputs() {
    requireFound(
        (_, parts) -> {
          byte first = parts.get(0).get(ValueLayout.JAVA_BYTE, 0);
          MemorySegment.copy(parts.get(1), 0, parts.get(0), 0, 1);
          parts.get(1).set(ValueLayout.JAVA_BYTE, 0, first);
        },
        "part 0 of shape [2, 1]: byte 0 of 1 is ");
  }

  @Test
  void writesNothing() {
    PlainSplitter lazy =
        new PlainSplitter() {
          @Override
          public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {}
        };
    assertThat(Trials.run(Trials.EQUAL, lazy)).contains("part 0 of shape [2]: byte 0 of 8 ");
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
    assertThat(Trials.run(odd, spoiled((_, parts) -> flip(parts.get(2), 1, 0x40))))
        .contains("part 2 of shape [1, 3]: byte 1 of 2 is 4");
  }

  @Test
  void writesToTheData() {
    PlainSplitter careless = spoiled((data, _) -> flip(around(data, 0, 0), 0, 1));
    for (String id : List.of("a", "b")) {
      assertThat(Trials.run(U4.formatted(id, "null"), careless))
          .isEqualTo("failed: the data was changed");
    }
  }

  @Test
  void throwsSomething() {
    requireFound(
        (_, _) -> {
          throw new IllegalStateException("the device\nis gone \u001b[31m");
        },
        "unexpected IllegalStateException: the device?is gone ?[31m");
    requireFound(
        (_, _) -> {
          throw new AssertionError("no");
        },
        "unexpected AssertionError: no");
    requireFound((_, _) -> Collections.emptyIterator().next(), "unexpected NoSuchElementException");
    requireFound(
        (_, _) -> {
          throw new IllegalArgumentException("not today");
        },
        "unexpected IllegalArgumentException: not today");
  }

  @Test
  void hasNoMemory() {
    Spoiler greedy =
        (_, _) -> {
          throw new OutOfMemoryError("device memory");
        };
    assertThat(Trials.run(U4.formatted("a", "null"), spoiled(greedy)))
        .isEqualTo("skipped: out of memory: device memory");
  }
}

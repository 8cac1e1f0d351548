package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PackedElementsTest {
  private static final int COUNT = 17;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STRING")
  void whatIsWrittenIsRead(ElementType type) {
    Random random = new Random(type.bits());
    byte[] bytes = new byte[(int) type.bytes(COUNT)];
    random.nextBytes(bytes);
    PackedElements elements = new PackedElements(type, MemorySegment.ofArray(bytes));
    long[] values = random.longs(COUNT).toArray();
    for (int i = COUNT - 1; i >= 0; i--) {
      elements.set(i, values[i]);
    }
    long width = -1L >>> (Long.SIZE - type.bits());
    for (int i = 0; i < COUNT; i++) {
      assertThat(elements.get(i) & width).isEqualTo(values[i] & width);
    }
  }
}

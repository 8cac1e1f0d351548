package io.cleave.ir.infer;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Which types are no integers. How the others are read, `SplitListingTest` tries.
class IntegersTest {
  @ParameterizedTest
  @EnumSource(names = {"F32", "BOOLEAN", "NF4", "STRING"})
  void otherTypesAreRefusedHoweverFew(ElementType type) {
    for (int count : new int[] {0, 1}) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> Integers.read(type, Shape.of(count), MemorySegment.ofArray(new byte[8])))
          .withMessage("%s is not an integer type", type);
    }
  }
}

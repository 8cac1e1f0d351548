package io.cleave.cpu.convert;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.convert.Definition;
import io.cleave.convert.RandomRules;
import io.cleave.cpu.kernel.ArrayKernels;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A converter without a table makes what one with a table does, of every pattern.
class FewConverterTest {
  private static final int PATTERNS = TableConverter.PATTERNS;

  static Stream<ElementType> sources() {
    return RandomRules.SOURCES.stream().filter(source -> source.bits() <= Byte.SIZE);
  }

  @ParameterizedTest
  @MethodSource("sources")
  void makesTheSameOfAllPatterns(ElementType source) {
    Random random = new Random(1);
    for (ElementType target : RandomRules.targets(source)) {
      for (Conversion conversion : RandomRules.of(source, target, 1, random)) {
        Definition definition = Definition.of(source, conversion, 0);
        assertThat(made(new FewConverter(definition), definition))
            .as("%s %s", source, conversion)
            .isEqualTo(made(new TableConverter(definition), definition));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sources")
  void isForFewerElementsThanATableHas(ElementType source) {
    Definition definition = Definition.of(source, Conversion.to(ElementType.F64), 0);
    assertThat(PartConverter.of(definition, ArrayKernels.PLAIN, PATTERNS - 1))
        .isInstanceOf(FewConverter.class);
    assertThat(PartConverter.of(definition, ArrayKernels.PLAIN, PATTERNS))
        .isInstanceOf(TableConverter.class);
  }

  /// From the second element of a part on.
  private static byte[] made(PartConverter converter, Definition definition) {
    Bench bench = Bench.of(definition.source(), definition.target(), PATTERNS);
    for (int i = 0; i < PATTERNS; i++) {
      bench.staged().set(JAVA_BYTE, i, (byte) i);
    }
    int bytes = (PATTERNS + 1) * definition.target().bits() / Byte.SIZE;
    MemorySegment part = MemorySegment.ofArray(new byte[bytes]);
    converter.convert(bench, 0, PATTERNS, part, 1);
    return part.toArray(JAVA_BYTE);
  }
}

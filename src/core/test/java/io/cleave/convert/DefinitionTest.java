package io.cleave.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.RandomTest;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.spi.HardPatterns;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The definition beside exact arithmetic: over all patterns of up to 16 bits, and over many of 32.
class DefinitionTest {
  static Stream<ElementType> sources() {
    return RandomRules.SOURCES.stream();
  }

  @ParameterizedTest
  @MethodSource("sources")
  void isWhatExactArithmeticGives(ElementType source) {
    Random random = new Random(source.toString().hashCode());
    for (ElementType target : RandomRules.targets(source)) {
      for (Conversion conversion : RandomRules.of(source, target, 1, random)) {
        Definition definition = Definition.of(source, conversion, 0);
        patterns(source, random).forEach(pattern -> check(definition, pattern));
      }
    }
  }

  /// Scales and biases of all magnitudes, on any pattern.
  @RandomTest(gate = 2, thorough = 200)
  void isWhatExactArithmeticGivesOfAnyScale(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      ElementType source = pick(RandomRules.SOURCES, random);
      Set<ElementType> targets = RandomRules.targets(source);
      targets.remove(ElementType.F64);
      ElementType target = pick(targets, random);
      Conversion conversion = Conversion.to(target).scaled(anyFloat(random), anyFloat(random));
      long pattern = random.nextLong() & ((1L << source.bits()) - 1);
      check(Definition.of(source, conversion, 0), pattern);
    }
  }

  private static ElementType pick(Set<ElementType> from, Random random) {
    return List.copyOf(from).get(random.nextInt(from.size()));
  }

  private static float anyFloat(Random random) {
    float any = Float.intBitsToFloat(random.nextInt());
    return Float.isFinite(any) ? any : 1;
  }

  private static LongStream patterns(ElementType source, Random random) {
    return source.bits() <= Short.SIZE
        ? LongStream.range(0, 1L << source.bits())
        : LongStream.generate(() -> HardPatterns.next(random) & 0xFFFF_FFFFL).limit(20_000);
  }

  private static void check(Definition definition, long pattern) {
    long expected = ConversionOracle.apply(definition, pattern);
    long actual = definition.apply(pattern);
    if (actual != expected) {
      assertThat(Long.toHexString(actual))
          .as("%s of %s", definition, Long.toHexString(pattern))
          .isEqualTo(Long.toHexString(expected));
    }
  }

  /// The example of the documentation.
  @Test
  void isWhatTheExampleSays() {
    Conversion conversion = Conversion.to(ElementType.F16).scaled(1 / 255.0, -0.5);
    assertThat(Definition.of(ElementType.U8, conversion, 0).apply(200)).isEqualTo(0x348D);
    assertThat(Float.float16ToFloat((short) 0x348D)).isEqualTo(0.28442383f);
    assertThat(Math.fma(200f, 1 / 255f, -0.5f)).isEqualTo(0.28431377f);
  }

  @Test
  void aTableRepeatsItselfBeyondAPattern() {
    Conversion twice = Conversion.to(ElementType.F32).scaled(2, 0);
    long[] table = Definition.of(ElementType.U2, twice, 0).table();
    assertThat(table).hasSize(256);
    assertThat(Float.intBitsToFloat((int) table[3])).isEqualTo(6);
    assertThat(table[0b1110_0111]).isEqualTo(table[3]);
    Definition wide = Definition.of(ElementType.F16, twice, 0);
    assertThatIllegalStateException().isThrownBy(wide::table).withMessageContaining("f16");
  }
}

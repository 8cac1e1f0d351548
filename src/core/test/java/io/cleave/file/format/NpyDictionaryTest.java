package io.cleave.file.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.file.Limits;
import io.cleave.plan.ElementType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyDictionaryTest {
  private static NpyFormat.Header header(String text) throws IOException {
    byte[] file = NpyBytes.file(3, text);
    return NpyFormat.read(MemorySegment.ofArray(file), Limits.standard());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'descr': '<f4', 'fortran_order': True, 'shape': (3, 4), }",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (3, 4)}",
        "{\"descr\": \"<f4\", \"fortran_order\": True, \"shape\": (3, 4,)}",
        "{'shape':(3,4),'descr':'<f4','fortran_order':True}",
        "{'fortran_order': True, 'shape': (3L, 4L), 'descr': '<f4'}",
        " \t{ 'descr' :\n'<f4' ,\r\n'fortran_order': True , 'shape' : ( 3 ,\t4 , ) , } \n\n",
      })
  void readsAnyOrderAndSpacing(String text) throws IOException {
    NpyFormat.Header header = header(text);
    assertThat(header.type().type()).isEqualTo(ElementType.F32);
    assertThat(header.isFortran()).isTrue();
    assertThat(header.shape().extents()).containsExactly(3, 4);
  }

  static Stream<Arguments> tuples() {
    return Stream.of(
        Arguments.of("()", new long[] {}),
        Arguments.of("( )", new long[] {}),
        Arguments.of("(3,)", new long[] {3}),
        Arguments.of("(3L,)", new long[] {3}),
        Arguments.of("(0, 10)", new long[] {0, 10}),
        Arguments.of("(9223372036854775807,)", new long[] {Long.MAX_VALUE}),
        Arguments.of("(" + "1, ".repeat(64) + ")", ones(64)));
  }

  private static long[] ones(int rank) {
    return Stream.generate(() -> 1L).limit(rank).mapToLong(one -> one).toArray();
  }

  @ParameterizedTest
  @MethodSource("tuples")
  void readsTuples(String tuple, long[] shape) throws IOException {
    String text = "{'descr': '<f4', 'fortran_order': False, 'shape': %s}".formatted(tuple);
    NpyFormat.Header header = header(text);
    assertThat(header.isFortran()).isFalse();
    assertThat(header.shape().extents()).containsExactly(shape);
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of("", "at character 1: expected '{', found the end"),
        Arguments.of("  \n", "expected '{', found the end"),
        Arguments.of("\0{}", "expected '{', found U+0000"),
        Arguments.of("{", "expected a string, found the end"),
        Arguments.of("{}", "there is no key 'descr'"),
        Arguments.of("{u'descr': '<f4'}", "expected a string, found 'u'"),
        Arguments.of("{'descr", "has no closing quote"),
        Arguments.of("{'descr' '<f4'}", "expected ':', found '''"),
        Arguments.of("{'descr': None}", "expected a string, found 'N'"),
        Arguments.of("{'descr': '<f4' 'shape'", "expected '}', found '''"),
        Arguments.of("{'descr': '\\x3cf4'}", "has a backslash"),
        Arguments.of("{'descr': '<f4', 'descr': '<f4'}", "the key 'descr' stands there twice"),
        Arguments.of("{'dtype': '<f4'}", "the key 'dtype' is none of descr, fortran_order"),
        Arguments.of("{'descr': '<f4', 'fortran_order': False}", "there is no key 'shape'"),
        Arguments.of("{'descr': '<f4', 'shape': ()}", "there is no key 'fortran_order'"),
        Arguments.of("{'fortran_order': true}", "must be True or False, not 'true'"),
        Arguments.of("{'shape': [3]}", "expected '(', found '['"),
        Arguments.of("{'shape': (3)}", "expected ',', found ')'"),
        Arguments.of("{'shape': (3,,)}", "expected a whole number, found ','"),
        Arguments.of("{'shape': (3,", "expected a whole number, found the end"),
        Arguments.of("{'shape': (3.0,)}", "expected ',', found '.'"),
        Arguments.of("{'shape': (010,)}", "a number does not begin with 0"),
        Arguments.of("{'shape': ((3,),)}", "expected a whole number, found '('"),
        Arguments.of("{'shape': (\u0663,)}", "expected a whole number, found U+0663"),
        Arguments.of("{'shape': (9223372036854775808,)}", "9223372036854775808 does not fit"),
        Arguments.of("{'shape': (" + "9".repeat(5000) + ",)}", "99... does not fit 64 bits"),
        Arguments.of("{'shape': (" + "1,".repeat(65) + ")}", "more than 64 dimensions"),
        Arguments.of("{'shape': (__import__('os').system('id'),)}", "a whole number, found '_'"),
        Arguments.of("{'descr': '<f4', **{}}", "expected a string, found '*'"),
        Arguments.of(NpyBytes.text("<f4", false, 3) + "# text", "nothing after the dictionary"));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void refusesWhatIsMalformed(String text, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> header(text))
        .withMessageStartingWith("the header is malformed at character ")
        .withMessageContaining(problem)
        .withMessageEndingWith("; save the data again with numpy.save")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[('a', '<i4'), ('b', '<f4', (2,))]",
        "('<f4', (2, 2))",
        "{'names': ['a'], 'formats': ['<i4']}",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
      })
  void refusesDtypesWithFields(String descr) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> header("{'descr': " + descr))
        .withMessageContaining("dtype " + descr.substring(0, 5))
        .withMessageContaining("has fields and cannot be split; save each field on its own");
  }

  @Test
  void aDeepHeaderCostsNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> header("{'shape': " + "(".repeat(1_000_000)))
        .withMessageContaining("expected a whole number, found '('");
  }
}

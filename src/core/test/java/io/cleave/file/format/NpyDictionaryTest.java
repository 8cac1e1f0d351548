package io.cleave.file.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.TableTest;
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

  @TableTest(
      """
      ()       | []
      ( )      | []
      (3,)     | [3]
      (3L,)    | [3]
      (0, 10)  | [0, 10]
      (9223372036854775807,) | [9223372036854775807]
      """)
  void readsTuples(String tuple, String shape) throws IOException {
    NpyFormat.Header header = header(of(tuple));
    assertThat(header.isFortran()).isFalse();
    assertThat(header.shape()).hasToString(shape);
  }

  /// A header with this shape.
  private static String of(String tuple) {
    return "{'descr': '<f4', 'fortran_order': False, 'shape': %s}".formatted(tuple);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  \n",
        "\0{}",
        "{",
        "{u'descr': '<f4'}",
        "{'descr",
        "{'descr' '<f4'}",
        "{'descr': '<f4' 'shape'",
        "{'descr': '\\x3cf4'}",
        "{'descr': '<f4', **{}}",
        "{'descr': None, 'fortran_order': False, 'shape': ()}",
        "{'descr': 4, 'fortran_order': False, 'shape': ()}",
        "{'descr': '<f4', 'fortran_order': true, 'shape': ()}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': ()}# text",
        "{'descr': '<f4', 'fortran_order': False, 'shape': ()} {",
        "{'descr': '<f4', 'fortran_order': False, 'shape': ()",
        "{'descr': '<f4', 'fortran_order': False, 'shape': 3}",
      })
  void refusesWhatIsMalformed(String text) {
    refuses(text, "the header is malformed at '");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[3]",
        "(3)",
        "(,)",
        "(3,,)",
        "(3,",
        "(3.0,)",
        "(010,)",
        "((3,),)",
        "(\u0663,)",
        "(+3,)",
        "(9223372036854775808,)",
        "(__import__('os').system('id'),)"
      })
  void refusesWhatIsNoTupleOfNumbers(String tuple) {
    refuses(of(tuple), "the header is malformed at '");
  }

  static Stream<Arguments> others() {
    String start = "{'descr': '<f4', 'fortran_order': False, ";
    return Stream.of(
        Arguments.of("{}", "has the keys , and not descr, fortran_order and shape"),
        Arguments.of("{'dtype': '<f4'}", "the header has the keys dtype, and not"),
        Arguments.of("{'descr': '<f4', 'shape': ()}", "and not descr, fortran_order and shape"),
        Arguments.of(start + "'descr': '<f4'}", "the key 'descr' of the header is there twice"),
        Arguments.of(start + "'shape': (" + "9".repeat(5000) + ",)}", "is malformed at '(99"),
        Arguments.of(start + "'shape': (" + "1,".repeat(65) + ")}", "more than 64 dimensions"),
        Arguments.of(start + "'shape': (" + "1,".repeat(500_000) + ")}", "than 64 dimensions"),
        Arguments.of("{'shape': " + "(".repeat(1_000_000), "is malformed at ''shape': ((("));
  }

  @ParameterizedTest
  @MethodSource("others")
  void refusesWhatDoesNotFit(String text, String problem) {
    refuses(text, problem);
  }

  @Test
  void readsSixtyFourDimensions() throws IOException {
    assertThat(header(of("(" + "1, ".repeat(64) + ")")).shape().rank()).isEqualTo(64);
  }

  private static void refuses(String text, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> header(text))
        .withMessageContaining(problem)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[('a', '<i4'), ('b', '<f4', (2,))]",
        "('<f4', (2, 2))",
        "('<f4', 2), 'fortran_order': False, 'shape': ()}",
        "{'names': ['a'], 'formats': ['<i4']}",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
      })
  void refusesDtypesWithFields(String descr) {
    refuses("{'descr': " + descr, "has fields and cannot be split; save each field on its own");
  }
}

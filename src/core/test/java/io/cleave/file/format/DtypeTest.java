package io.cleave.file.format;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.TableTest;
import io.cleave.plan.ElementType;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DtypeTest {
  private static String problem(String descr) {
    StoredType stored = NpyFormat.dtype(descr);
    assertThat(stored.type()).isNull();
    return stored.problem();
  }

  /// All names are read and written in `NumPyFilesTest`; these NumPy does not write.
  @ParameterizedTest
  @ValueSource(strings = {"=f4", "|f4", "f4"})
  void otherSignsMeanTheMachinesOrder(String descr) {
    StoredType stored = NpyFormat.dtype(descr);
    assertThat(stored.type()).isEqualTo(ElementType.F32);
    assertThat(stored.byteOrder()).isEqualTo(ByteOrder.nativeOrder());
  }

  @ParameterizedTest
  @EnumSource(names = {"I4", "U1", "U2", "U3", "U4", "U6", "NF4", "F4E2M1", "STRING"})
  void writesNoTypeThatNumPyLacks(ElementType type) {
    refuses(
        () -> NpyFormat.dtype(type),
        "element type %s cannot be written to a .npy file".formatted(type));
  }

  /// Whoever says what they are may do so for all of that width.
  @TableTest(
      """
      O        | 0       | Python objects as a pickle, which is never read since it can run code
      O8       | 0       | Python objects
      <c8      | 64      | is complex and no element type; save x.real and x.imag
      >c16     | 128     | is complex
      <M8[ns]  | 0       | holds dates or times and is no element type; save x.view('i8')
      <m8      | 0       | holds dates or times
      S7       | 56      | holds texts
      a7       | 56      | holds texts
      <U7      | 224     | holds texts
      V16      | 128     | holds raw bytes
      <V999999 | 7999992 | holds raw bytes
      <V1000000 | 0      | holds raw bytes
      <f16     | 128     | is a float of a width that no element type has; save x.astype('f8')
      <f4x     | 0       | is a float of a width
      """)
  void saysWhatToDoInstead(String descr, int bits, String problem) {
    assertThat(problem(descr))
        .startsWith("dtype '%s' ".formatted(descr))
        .contains(problem)
        .contains("; save ");
    assertThat(NpyFormat.dtype(descr).bits()).isEqualTo(bits);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "<", "<<f4", "f", "float32", "<i3", "<i16", "b8", "<F4", "i4,f4", " <f4", "<f4 "
      })
  void refusesOtherNames(String descr) {
    assertThat(problem(descr)).startsWith("dtype '%s' ".formatted(descr));
  }
}

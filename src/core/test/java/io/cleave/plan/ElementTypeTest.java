package io.cleave.plan;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.TableTest;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElementTypeTest {

  @TableTest(
      """
      boolean | BOOL   | 8  | false
      bf16    | BF16   | 16 | false
      f16     | FP16   | 16 | false
      f32     | FP32   | 32 | false
      f64     | FP64   | 64 | false
      i4      | I4     | 4  | true
      i8      | I8     | 8  | true
      i16     | I16    | 16 | true
      i32     | I32    | 32 | true
      i64     | I64    | 64 | true
      u1      | BIN    | 1  | false
      u2      | U2     | 2  | false
      u3      | U3     | 3  | false
      u4      | U4     | 4  | true
      u6      | U6     | 6  | false
      u8      | U8     | 8  | true
      u16     | U16    | 16 | true
      u32     | U32    | 32 | true
      u64     | U64    | 64 | true
      nf4     | NF4    | 4  | false
      f4e2m1  | F4E2M1 | 4  | false
      f8e4m3  | F8E4M3 | 8  | false
      f8e5m2  | F8E5M2 | 8  | false
      f8e8m0  | F8E8M0 | 8  | false
      string  | STRING | 0  | false
      """)
  void eachTypeHasBothNamesAndItsWidth(String name, String irName, int bits, boolean indices) {
    ElementType type = ElementType.parse(name);
    assertThat(type).hasToString(name);
    assertThat(type.irName()).isEqualTo(irName);
    assertThat(type.bits()).isEqualTo(bits);
    assertThat(type.holdsIndices()).isEqualTo(indices);
    assertThat(type.isMostSignificantFirst()).isEqualTo(type == ElementType.U1);
    assertThat(type.isSubByte()).isEqualTo(bits > 0 && bits < 8);
    assertThat(ElementType.parse(irName)).isSameAs(type);
    assertThat(ElementType.parse(irName.toLowerCase(Locale.ROOT))).isSameAs(type);
    assertThat(ElementType.parse(" " + name.toUpperCase(Locale.ROOT) + "\t")).isSameAs(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "f 32", "float", "float32", "FP8", "i128", "dynamic", "f32;"})
  void unknownNamesAreRefusedWithTheListOfKnownOnes(String name) {
    refuses(
        () -> ElementType.parse(name),
        "element type \"" + name + "\" is not known; use one of boolean",
        " f8e8m0 string");
  }

  @TableTest(
      """
      u1 | 1 | 1
      u1 | 9 | 2
      u3 | 9 | 4
      u4 | 3 | 2
      u6 | 5 | 4
      f32 | 3072 | 12288
      u8 | 1152921504606846975 | 1152921504606846975
      """)
  void elementsArePackedIntoWholeBytes(String type, long elements, long bytes) {
    assertThat(ElementType.parse(type).bytes(elements)).isEqualTo(bytes);
  }

  @Test
  void stringsHaveNoSize() {
    refuses(
        () -> ElementType.STRING.bytes(1),
        "string elements have no size in bytes; count them instead");
  }
}

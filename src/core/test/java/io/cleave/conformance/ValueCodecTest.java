package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueCodecTest {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

  private static String pack(String type, String json) {
    ElementType element = ElementType.parse(type);
    List<JsonValue> values = JsonReader.parse(json).asArray().items();
    byte[] bytes = new byte[(int) element.bytes(values.size())];
    new ValueCodec(element).write(values, MemorySegment.ofArray(bytes));
    return HEX.formatHex(bytes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "u1      | [1,0,1,1,0,0,0,0,1]               | B0 80",
        "u2      | [1,2,3,0]                         | 39",
        "u3      | [0,1,2,3,4,5,6,7]                 | 88 C6 FA",
        "u4      | [1,2,3]                           | 21 03",
        "i4      | [-1,7]                            | 7F",
        "i4      | [-8,-2,0]                         | E8 00",
        "u6      | [1,18,35,52]                      | 81 34 D2",
        "boolean | [true,false,0,255]                | 01 00 00 FF",
        "u8      | [4.0,1e1,2.50e+2,-0,0e99999]      | 04 0A FA 00 00",
        "i8      | [-128,127,255]                    | 80 7F FF",
        "i16     | [-1e3,61371]                      | 18 FC BB EF",
        "u32     | [4294967295]                      | FF FF FF FF",
        "u64     | [18446744073709551615]            | FF FF FF FF FF FF FF FF",
        "f32     | [1,-0.0,\"NaN\",\"-Infinity\"]    | "
            + "00 00 80 3F 00 00 00 80 00 00 C0 7F 00 00 80 FF",
        "f64     | [0.1,1e999]                       | "
            + "9A 99 99 99 99 99 B9 3F 00 00 00 00 00 00 F0 7F",
        "f64     | [\"NaN\",\"-Infinity\"]          | "
            + "00 00 00 00 00 00 F8 7F 00 00 00 00 00 00 F0 FF",
        "f16     | [1,65504,70000,\"NaN\"]           | 00 3C FF 7B 00 7C 00 7E",
        "bf16    | [1,-2,\"Infinity\",\"NaN\",1e-60] | 80 3F 00 C0 80 7F C0 7F 00 00"
      })
  void packsValues(String type, String values, String bytes) {
    assertThat(pack(type, values)).isEqualTo(bytes);
  }

  /// The nearest `float` of each number lies halfway between two values of the narrow type, the
  /// number itself does not: whoever rounds twice goes the wrong way.
  @ParameterizedTest
  @CsvSource({
    "f16,  1.00048828125,                          00 3C",
    "f16,  1.000488281250000000000000000001,       01 3C",
    "f16,  1.001464843749999999999999999999,       01 3C",
    "f16,  65519.99999999999999999999,             FF 7B",
    "f16,  65520,                                  00 7C",
    "f16,  2.98023223876953125e-8,                 00 00",
    "f16,  2.98023223876953125000000000001e-8,     01 00",
    "bf16, 1.00390625,                             80 3F",
    "bf16, 1.0117187499999999999999999999999,      81 3F",
    "bf16, 4.5917748078995605780028770985e-41,     00 00",
    "bf16, 4.5917748078995605780028770988e-41,     01 00"
  })
  void roundsOnce(String type, String value, String bytes) {
    assertThat(pack(type, "[" + value + "]")).isEqualTo(bytes);
  }

  @Test
  void everyHalfIsItself() {
    for (int code = 0; code < 1 << 16; code++) {
      float half = Float.float16ToFloat((short) code);
      float brain = Float.intBitsToFloat(code << 16);
      requireItself("f16", half, code);
      requireItself("bf16", brain, code);
    }
  }

  private static void requireItself(String type, float value, int code) {
    if (Float.isFinite(value)) {
      long bits = new ValueCodec(ElementType.parse(type)).bits(JsonReader.parse("" + value));
      assertThat(bits & 0xFFFF).as("%s %s", type, value).isEqualTo(code);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "u1   | [2]                    | u1 takes 0 to 1, not 2",
        "u3   | [-1]                   | u3 takes 0 to 7, not -1",
        "i4   | [8]                    | i4 takes -8 to 7, not 8",
        "u64  | [18446744073709551616] | "
            + "u64 takes 0 to 18446744073709551615, not 18446744073709551616",
        "i64  | [-9223372036854775809] | i64 takes -9223372036854775808 to",
        "i32  | [1e99999999999]        | the exponent of 1e99999999999 is too large",
        "u8   | [1.5]                  | expected an integer, found 1.5",
        "u8   | [true]                 | expected a value of type u8, found true",
        "u8   | [\"1\"]                | expected a value of type u8, found \"1\"",
        "f32  | [\"nan\"]              | "
            + "f32 holds numbers, NaN, Infinity and -Infinity, not \"nan\"",
      })
  void refusesWhatTheTypeCannotHold(String type, String values, String message) {
    assertThatExceptionOfType(CaseFailure.class)
        .isThrownBy(() -> pack(type, values))
        .withMessageStartingWith("malformed case: " + message);
  }

  @Test
  void refusesNumbersOfAnyLengthInNoTime() {
    for (String type : List.of("u8", "f16", "f64")) {
      assertThatExceptionOfType(CaseFailure.class)
          .isThrownBy(() -> pack(type, "[" + "1".repeat(1 << 20) + "]"))
          .withMessageContaining("a number of 1048576 characters");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "u1,  9, 55 00",
    "u3,  9, 88 C6 FA 00",
    "i4,  3, 10 02",
    "u8,  3, 00 01 02",
    "f16, 3, 00 00 00 3C 00 40"
  })
  void countsUpInTheType(String type, long count, String bytes) {
    ElementType element = ElementType.parse(type);
    byte[] memory = new byte[(int) element.bytes(count)];
    new ValueCodec(element).writeIota(count, MemorySegment.ofArray(memory));
    assertThat(HEX.formatHex(memory)).isEqualTo(bytes);
  }
}

package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.TableTest;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Random;

class ValueCodecTest {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

  private static String pack(String type, String json) {
    ElementType element = ElementType.parse(type);
    JsonValue values = JsonReader.parse(json);
    byte[] bytes = new byte[(int) element.bytes(values.items().size())];
    ValueCodec.write(
        element, values, values.items().size(), MemorySegment.ofArray(bytes), new Random());
    return HEX.formatHex(bytes);
  }

  /// The last rows: to the nearest, and ties to even.
  @TableTest(
      """
      u1      | [1,0,1,1,0,0,0,0,1]                  | B0 80
      u2      | [1,2,3,0]                            | 39
      u3      | [0,1,2,3,4,5,6,7]                    | 88 C6 FA
      u4      | [1,2,3]                              | 21 03
      i4      | [-1,7]                               | 7F
      i4      | [-8,-2,0]                            | E8 00
      u6      | [1,18,35,52]                         | 81 34 D2
      boolean | [true,false,0,255]                   | 01 00 00 FF
      u8      | [4,10,250,-0]                        | 04 0A FA 00
      i8      | [-128,127,255]                       | 80 7F FF
      i16     | [-1000,61371]                        | 18 FC BB EF
      u32     | [4294967295]                         | FF FF FF FF
      u64     | [18446744073709551615]               | FF FF FF FF FF FF FF FF
      f32     | [1,-0.0,"NaN","-Infinity"]           | 00 00 80 3F 00 00 00 80 00 00 C0 7F 00 00 80 FF
      f64     | [0.1,1e999]                          | 9A 99 99 99 99 99 B9 3F 00 00 00 00 00 00 F0 7F
      f64     | ["NaN","-Infinity"]                  | 00 00 00 00 00 00 F8 7F 00 00 00 00 00 00 F0 FF
      f16     | [1,65504,70000,"NaN"]                | 00 3C FF 7B 00 7C 00 7E
      bf16    | [1,-2,"Infinity","NaN",1e-60]        | 80 3F 00 C0 80 7F C0 7F 00 00
      f16     | [1.00048828125,1.0005,1.00146484375] | 00 3C 01 3C 02 3C
      f16     | [65520,2.98023223876953125e-8]       | 00 7C 00 00
      bf16    | [1.00390625,1.01171875,3.4e38]       | 80 3F 82 3F 80 7F
      """)
  void packsValues(String type, String values, String bytes) {
    assertThat(pack(type, values)).isEqualTo(bytes);
  }

  @TableTest(
      """
      u1  | [2]                    | u1 takes 0 to 1, not 2
      u3  | [-1]                   | u3 takes 0 to 7, not -1
      i4  | [8]                    | i4 takes -8 to 7, not 8
      u64 | [18446744073709551616] | u64 takes 0 to 18446744073709551615, not 18446744073709551616
      i64 | [-9223372036854775809] | i64 takes -9223372036854775808 to
      i32 | [1e3]                  | expected a value of type i32, found 1e3
      u8  | [1.5]                  | expected a value of type u8, found 1.5
      u8  | [true]                 | expected a value of type u8, found true
      u8  | ["1"]                  | expected a value of type u8, found "1"
      f32 | ["nan"]                | expected a value of type f32, found "nan"
      """)
  void refusesWhatTheTypeCannotHold(String type, String values, String message) {
    assertThatExceptionOfType(CaseFailure.class)
        .isThrownBy(() -> pack(type, values))
        .withMessageStartingWith("malformed case: " + message);
  }
}

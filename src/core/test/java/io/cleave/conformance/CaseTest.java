package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Edits;
import io.cleave.TableTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Cases that pass, fail, or prove nothing since they are malformed.
class CaseTest {
  private static final String EXPECT =
      "\"expect\":{\"shapes\":[[2,1],[2,2]],\"values\":[[0,3],[1,2,4,5]]}";

  /// @param edits of [Trials#GOOD], or of [Trials#EQUAL] if they begin with `equal: `, in which
  ///   `EXPECT` is what is expected of the first and `REFUSED` that it is refused
  private static String edited(String edits) {
    boolean isEqual = edits.startsWith("equal: ");
    return Edits.apply(
        isEqual ? Trials.EQUAL : Trials.GOOD,
        (isEqual ? edits.substring("equal: ".length()) : edits)
            .replace("EXPECT", EXPECT)
            .replace("REFUSED", "\"expect\":{\"error\":\"why\"}"));
  }

  @TableTest(
      """
      "id": -> "no_id":                       | field "id" is missing
      "op": -> "no_op":                       | field "op" is missing
      "shape": -> "no_shape":                 | field "shape" is missing
      "axis": -> "no_axis":                   | field "axis" is missing
      "split_lengths": -> "no_split_lengths": | field "split_lengths" is missing
      VariadicSplit-1 -> Concat-1             | found "Concat-1"
      [2,3],"data" -> [2,1.5],"data"          | "shape", index 1
      [2,3],"data" -> [2,"1,2"],"data"        | "shape", index 1
      "iota" -> "ioto"                        | "data"
      "iota" -> [0,1,2,3,4]                   | data has 5
      "iota" -> [0,1,2,3,4,true]              | found true
      {"value":1, -> {"value":1.5,            | found 1.5
      {"value":1, -> {"value":[1,1],          | value has 2
      "type":"i64","shape":[] -> "type":"i64" | "shape" is missing
      "type":"i64","shape":[] -> "type":"i64","shape":"..." | of shape ...
      "type":"i64","shape":[2] -> "type":"i64","shape":[-1] | of shape
      "type":"i64","shape":[2] -> "type":"i64","shape":[3]  | value has 2
      [1,-1] -> [1,"rest"]                    | "value", index 1
      EXPECT -> "expect":7                    | expected an object
      EXPECT -> "expect":{}                   | "shapes" is missing
      EXPECT -> "expect":{"error":7}          | "error"
      EXPECT -> "expect":{"shapes":[[2,1]],"error":""}  | found both
      EXPECT -> "expect":{"shapes":[[2,-5]]}  | dimension -5 must be 0 or more
      EXPECT -> "expect":{"shapes":[[2,1]],"values":[]} | a list for each part
      EXPECT -> "expect":{"shapes":[[2,1],[2,2]],"values":[[],[]]} | 0 values are listed
      "value":1, -> "value":"unknown", ;; EXPECT -> "expect":{"shapes":[[-1,-1],[-1,-1]],"values":[[],[]]} | values can be compared only where
      [2,3] -> [2,-1] ;; [1,-1] -> [1,2]      | values can be compared only where the input is fully known
      EXPECT -> REFUSED ;; {"value":1, -> {"value":9, ;; "iota" -> [1,2,3] | data has 3
      EXPECT -> REFUSED ;; {"value":1, -> {"value":"nine", | "nine"
      EXPECT -> REFUSED ;; {"value":1, -> {"value":9, ;; "split_lengths" -> "lengths" | is missing
      """)
  void aMalformedCaseProvesNothing(String edits, String reason) {
    assertThat(Trials.run(edited(edits))).startsWith("failed: malformed case: ").contains(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{", "7", "[]", "null", "\"a case\"", "{} {}", "{\"id\":1,\"id\":1}", "#"})
  void aLineThatIsNoObjectIsMalformed(String line) {
    assertThat(Trials.run(line)).startsWith("failed: malformed case: ");
  }

  @TableTest(
      """
      ``
      equal: "origin":"here", -> ;; "data":null, ->
      equal: f32 -> string
      equal: f32 -> string ;; null -> "iota"
      equal: f32 -> string ;; null -> ["a","","\u00e9","a"]
      "value":1, -> "value":"unknown", ;; EXPECT -> "expect":{"shapes":[[-1,-1],[-1,-1]]}
      [2,3] -> [2,-1] ;; [1,-1] -> [1,2] ;; EXPECT -> "expect":{"shapes":[[2,1],[2,2]]}
      EXPECT -> REFUSED ;; "f32" -> "f33"
      EXPECT -> REFUSED ;; [2,3] -> [2,-5]
      EXPECT -> REFUSED ;; [2,3] -> [2,".."]
      EXPECT -> REFUSED ;; [2,3] -> [4611686018427387904,3]
      EXPECT -> REFUSED ;; "value":1, -> "value":9223372036854775808,
      EXPECT -> REFUSED ;; "value":1,"type":"i64" -> "value":18446744073709551615,"type":"u64"
      EXPECT -> REFUSED ;; "value":1,"type":"i64" -> "value":300,"type":"u8"
      EXPECT -> REFUSED ;; "value":1,"type":"i64","shape":[] -> "value":[],"type":"i64","shape":[0]
      EXPECT -> REFUSED ;; "value":1,"type":"i64","shape":[] -> "value":1,"type":"i64","shape":[-5]
      equal: "expect":{"shapes":[[2],[2]]} -> REFUSED ;; "num_splits":2 -> "num_splits":9223372036854775807
      equal: "expect":{"shapes":[[2],[2]]} -> REFUSED ;; "num_splits":2 -> "num_splits":9223372036854775808
      """)
  void asExpected(String edits) {
    assertThat(Trials.run(edited(edits))).isEqualTo("passed");
  }

  @TableTest(
      """
      EXPECT -> REFUSED                 | must be refused, but was accepted as the shapes [[2, 1], [2, 2]]
      [1,-1] -> [1,3]                   | must be accepted, but was refused: lengths [1, 3] must sum to 3
      "f32" -> "f33"                    | must be accepted, but was refused: element type "f33"
      equal: [[2],[2]] -> [[2],[1]]     | inferred shapes are [[2], [2]], expected [[2], [1]]
      equal: [[2],[2]] -> [[2]]         | inferred shapes are [[2], [2]], expected [[2]]
      equal: [[2],[2]] -> ["...",[2]]   | inferred shapes are [[2], [2]], expected [..., [2]]
      [0,3] -> [0,4]                    | part 0 of shape [2, 1]: byte 6 of 8 is 40, expected 80
      equal: f32 -> string ;; null -> "iota" ;; ]]}} -> ]],"values":[["0","1"],["2","x"]]}} | part 1 of 2 strings: element 1 is not as in [2, x]
      """)
  void notAsExpected(String edits, String reason) {
    String line = edited(edits);
    assertThat(Trials.run(line)).startsWith("failed: " + reason);
  }

  /// A refused case never reaches the splitter, so nothing can be written.
  @Test
  void theSplitterIsNotAskedWhatMustBeRefused() {
    PlainSplitter closed = new PlainSplitter();
    closed.close();
    assertThat(Trials.run(edited("EXPECT -> REFUSED ;; [1,-1] -> [1,3]"), closed))
        .isEqualTo("passed");
  }
}

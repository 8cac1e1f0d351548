package io.cleave.agreement;

import static io.cleave.plan.ElementType.BOOLEAN;
import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.F64;
import static io.cleave.plan.ElementType.I4;
import static io.cleave.plan.ElementType.I64;
import static io.cleave.plan.ElementType.NF4;
import static io.cleave.plan.ElementType.U3;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U6;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.ir.TestModel;
import io.cleave.openvino.runtime.OpenVinoClient;
import io.cleave.openvino.runtime.Request;
import io.cleave.openvino.runtime.Response;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Asks OpenVINO for each difference of the list. Where this fails, OpenVINO has been mended, or
/// another version does something else: change the list, and the page.
class DifferenceTest {
  private static final IntegerInput FIRST = IntegerInput.scalar(I64, 0);

  private static OpenVinoClient openVino;

  @BeforeAll
  static void open() {
    openVino = OpenVinoClient.installed();
  }

  @AfterAll
  static void end() {
    openVino.close();
  }

  @ParameterizedTest
  @EnumSource(Difference.class)
  void openVinoStillDoesThat(Difference difference) {
    switch (difference) {
      case NEGATIVE_REST -> {
        accepts(difference, lengths("[6]", U8, 4, 3, -1), "[[4], [3], [?]]");
        accepts(difference, lengths("[6]", U8, 5, 3, -1), "[[5], [3], [0]]");
        readsBeyondTheData();
      }
      case OUTSIDE_INTERVAL -> accepts(difference, lengths("[2..6]", F32, 10), "[[10]]");
      case WRAPPED_SUM ->
          accepts(
              difference,
              lengths("[3]", F32, Long.MAX_VALUE, Long.MAX_VALUE, 5),
              "[[9223372036854775807], [9223372036854775807], [5]]");
      case UNCHECKED_LENGTHS -> accepts(difference, lengths("...", F32, 4, -3), "[..., ...]");
      case INDEX_TYPE -> {
        accepts(difference, lengths("[4]", F32, IntegerInput.vector(F32, 2, 2)), "[[2], [2]]");
        accepts(difference, split("[4]", IntegerInput.scalar(NF4, 0), 2), "[[2], [2]]");
      }
      case PACKED_INDICES -> {
        assertThat(openVino.ask(request(split("[4, 4]", IntegerInput.scalar(I4, -1), 2))))
            .isInstanceOf(Response.Refused.class);
        infers(difference, lengths("[?]", F32, IntegerInput.vector(U4, 1, 2)), "[33]", "[1]");
      }
      case SCALAR_DATA ->
          accepts(
              difference,
              SplitOperation.variadicSplit(
                  PartialShape.parse("[]"),
                  F32,
                  IntegerInput.unknown(I64, PartialShape.parse("[]")),
                  IntegerInput.vector(I64, 1, 1)),
              "[[], []]");
      case TOO_LARGE ->
          accepts(
              difference,
              lengths("[1099511627776, 1099511627776]", F32, 1099511627775L, 1),
              "[[1099511627775, 1099511627776], [1, 1099511627776]]");
      case LARGEST_EXTENT ->
          infers(
              difference,
              split("[9223372036854775807, 0]", FIRST, 7),
              "[1317624635595948032.., 0]",
              "[1317624576693539401, 0]");
      case FLOAT_DIVISION -> infers(difference, split("[41..82]", FIRST, 41), "[0..1]", "[1..2]");
      case BOOLEAN_VALUES -> assertThat(moved(BOOLEAN, "0007FF")).isEqualTo("000101");
      case NARROWED -> {
        assertThat(moved(I64, longs(1L << 40 | 5, -1))).isEqualTo(longs(5, -1));
        assertThat(moved(F64, longs(bits(1e300)))).isEqualTo(longs(bits(Float.MAX_VALUE)));
      }
      case QUIET_NAN -> assertThat(moved(F16, "017C003C")).isEqualTo("017E003C");
      case NO_PACKED_INPUT ->
          assertThat(Stream.of(ElementType.U1, U3, U6))
              .allSatisfy(
                  type -> assertThat(run(type, "[8]", "000000000000", 8).failure()).isNotEmpty());
      case PACKED_DATA -> isWrongOrTheEnd();
      case PACKED_LAYOUT -> {
        assertThat(unpacked(U3, "1B1B0F")).isEqualTo("0001020304050607");
        assertThat(unpacked(U3, "88C6FA")).isNotEqualTo("0001020304050607");
        assertThat(unpacked(U6, "12341B")).isEqualTo("01122334");
      }
      case HUGE_AND_EMPTY -> {
        assertThat(run(F32, "[4, 9223372036854775806, 0]", "", 1, 3).failure()).isNotEmpty();
        assertThat(run(F32, "[2147483648, 0]", "", 2147483648L).failure()).isNotEmpty();
        assertThat(run(F32, "[2147483647, 0]", "", 2147483647L).failure()).isEmpty();
      }
    }
  }

  private static SplitOperation lengths(String shape, ElementType type, long... lengths) {
    return lengths(shape, type, IntegerInput.vector(I64, lengths));
  }

  private static SplitOperation lengths(String shape, ElementType type, IntegerInput lengths) {
    return SplitOperation.variadicSplit(PartialShape.parse(shape), type, FIRST, lengths);
  }

  private static SplitOperation split(String shape, IntegerInput axis, long count) {
    return SplitOperation.split(PartialShape.parse(shape), F32, axis, count);
  }

  private static Request request(SplitOperation operation) {
    TestModel model = OperationModel.of(operation);
    return Request.shapes(model.xml(), model.weights());
  }

  private Response.Accepted accepted(Request request) {
    Response response = openVino.ask(request);
    assertThat(response).isInstanceOf(Response.Accepted.class);
    return (Response.Accepted) response;
  }

  private List<PartialShape> shapes(SplitOperation operation) {
    return accepted(request(operation)).shapes().stream().map(PartialShape::parse).toList();
  }

  /// Checks that OpenVINO accepts what Cleave refuses.
  ///
  /// @param expected the shapes
  private void accepts(Difference difference, SplitOperation operation, String expected) {
    assertThat(shapes(operation)).hasToString(expected);
    assertThat(Difference.ofShapes(operation)).contains(difference);
    assertThatIllegalArgumentException().isThrownBy(operation::infer);
  }

  /// Checks that OpenVINO infers another shape of the first part.
  private void infers(
      Difference difference, SplitOperation operation, String theirs, String right) {
    assertThat(shapes(operation).getFirst()).hasToString(theirs);
    assertThat(operation.infer().getFirst()).hasToString(right);
    assertThat(Difference.ofShapes(operation)).contains(difference);
  }

  private Response.Accepted run(ElementType type, String shape, String data, long... lengths) {
    Request request = request(lengths(shape, type, lengths));
    return accepted(request.with(List.of(HexFormat.of().parseHex(data))));
  }

  /// The bytes that come out of a split into one part.
  private String moved(ElementType type, String data) {
    long elements = data.length() / 2 * 8L / type.bits();
    return hex(run(type, "[%s]".formatted(elements), data, elements).parts().getFirst());
  }

  private static String longs(long... values) {
    return hex(TestModel.longs(values));
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }

  /// Seven elements come out of six. The process that did so is not asked again.
  private void readsBeyondTheData() {
    List<byte[]> parts = run(U8, "[6]", "000102030405", 4, 3, -1).parts();
    openVino.close();
    assertThat(parts.stream().mapToInt(part -> part.length).sum()).isEqualTo(7);
    assertThat(Arrays.copyOf(parts.get(1), 2)).containsExactly(4, 5);
  }

  private void isWrongOrTheEnd() {
    SplitOperation nine = lengths("[9]", U4, 3, 3, 3);
    switch (openVino.ask(request(nine).with(List.of(HexFormat.of().parseHex("2143658709"))))) {
      case Response.Accepted accepted ->
          assertThat(accepted.parts().stream().map(DifferenceTest::hex))
              .hasSize(3)
              .isNotEqualTo(List.of("2103", "5406", "8709"));
      case Response response -> assertThat(response).isInstanceOf(Response.Ended.class);
    }
    openVino.close();
  }

  /// The elements of a packed constant, as OpenVINO reads it.
  private String unpacked(ElementType type, String packed) {
    long elements = packed.length() / 2 * 8L / type.bits();
    Request request = PackedModel.unpack(type, elements, HexFormat.of().parseHex(packed));
    return hex(accepted(request).parts().getFirst());
  }
}

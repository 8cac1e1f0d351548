package io.cleave.ir.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.ir.Model;
import io.cleave.ir.ModelInput;
import io.cleave.ir.ModelOutput;
import io.cleave.ir.ModelRun;
import io.cleave.ir.TestModel;
import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import io.cleave.plan.PartialShape;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a split looks like as a model. That it is read back is a matter of `WrittenSplitTest`.
class SplitModelTest {
  private static final IntegerInput AXIS = IntegerInput.scalar(ElementType.I64, 1);
  private static final PartialShape SHAPE = PartialShape.parse("2,6");
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(2, 6), ElementType.F32, 1, 2, -1);

  @TempDir private Path folder;

  @Test
  void aPlanIsWritten() {
    SplitModel model = SplitModel.of(PLAN).named("x<&>\"", List.of("q,k", "\uD83D\uDE00\n"));
    assertThat(model.xml())
        .isEqualTo(
            """
            <?xml version="1.0"?>
            <net name="split" version="11">
            	<layers>
            		<layer id="0" name="data" type="Parameter" version="opset1">
            			<data shape="2,6" element_type="f32"/>
            			<output><port id="0" precision="FP32" names="x&lt;&amp;&gt;&quot;"/></output>
            		</layer>
            		<layer id="1" name="axis" type="Const" version="opset1">
            			<data element_type="i64" shape="" offset="0" size="8"/>
            			<output><port id="0" precision="I64"/></output>
            		</layer>
            		<layer id="2" name="lengths" type="Const" version="opset1">
            			<data element_type="i64" shape="2" offset="8" size="16"/>
            			<output><port id="0" precision="I64"/></output>
            		</layer>
            		<layer id="3" name="split" type="VariadicSplit" version="opset1">
            			<input>
            				<port id="0" precision="FP32"/>
            				<port id="1" precision="I64"/>
            				<port id="2" precision="I64"/>
            			</input>
            			<output>
            				<port id="3" precision="FP32" names="q\\,k"/>
            				<port id="4" precision="FP32" names="\uD83D\uDE00&#10;"/>
            			</output>
            		</layer>
            		<layer id="4" name="part0" type="Result" version="opset1">
            			<input><port id="0" precision="FP32"/></input>
            		</layer>
            		<layer id="5" name="part1" type="Result" version="opset1">
            			<input><port id="0" precision="FP32"/></input>
            		</layer>
            	</layers>
            	<edges>
            		<edge from-layer="0" from-port="0" to-layer="3" to-port="0"/>
            		<edge from-layer="1" from-port="0" to-layer="3" to-port="1"/>
            		<edge from-layer="2" from-port="0" to-layer="3" to-port="2"/>
            		<edge from-layer="3" from-port="3" to-layer="4" to-port="0"/>
            		<edge from-layer="3" from-port="4" to-layer="5" to-port="0"/>
            	</edges>
            </net>
            """);
    assertThat(model.weights()).isEqualTo(TestModel.longs(1, 2, 4));
  }

  @Test
  void namesAreReadBack() throws IOException {
    List<String> names = List.of("q,k\t<&>\"'\r\n", "a\\b\u0085\u2028\uFF21");
    Model model = read(SplitModel.of(PLAN).named("\uD83D\uDE00", names));
    ModelRun run = ModelRun.of(model);
    assertThat(run.inputs()).extracting(ModelInput::name).containsExactly("\uD83D\uDE00");
    assertThat(run.outputs()).extracting(ModelOutput::name).isEqualTo(names);
  }

  @Test
  void withoutNamesThePartsAreNumbered() throws IOException {
    ModelRun run = ModelRun.of(read(SplitModel.of(PLAN).named("x", List.of())));
    assertThat(run.outputs()).extracting(ModelOutput::name).containsExactly("part0", "part1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\0", "\u001f", "\uD83D", "\uFFFF", "a\\", "a\\,b", "x"})
  void namesThatCannotBeAreRefused(String name) {
    SplitModel model = SplitModel.of(PLAN);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.named("x", List.of("y", name)))
        .withMessageContaining("name");
  }

  @Test
  void everyPartNeedsAName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitModel.of(PLAN).named("x", List.of("y")))
        .withMessage("2 parts need as many names, not 1");
  }

  @Test
  void partsThatAreNotWantedHaveNoResult() throws IOException {
    SplitPlan some = SplitPlan.intoEqualParts(Shape.of(2, 6), ElementType.U4, 1, 3).without(1);
    assertThat(read(SplitModel.of(some)).splits().getFirst().plan()).contains(some);
  }

  /// Numbers as OpenVINO 2026.4 holds them.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i4      | 21 0f             | 1,2,-1
          u4      | 21 0f             | 1,2,15
          nf4     | 21 0f             | 1,2,15
          u1      | a0                | 1,0,1
          u2      | 39                | 1,2,3
          u3      | 88 c6 fa          | 0,1,2,3,4,5,6,7
          u6      | 81 34 d2          | 1,18,35,52
          i8      | 01 ff             | 1,-1
          u16     | 01 00 ff ff       | 1,65535
          i32     | fe ff ff ff       | -2
          i64     | 00 00 00 00 00 00 00 80 | -9223372036854775808
          u64     | ff ff ff ff ff ff ff 7f | 9223372036854775807
          boolean | 01 00             | 1,0
          f8e4m3  | 01 02             | 1,2
          f16     | 00 40 00 bc       | 2,-1
          bf16    | 00 40 80 bf 80 43 82 43 | 2,-1,257,259
          f32     | 00 00 00 40       | 2
          f64     | 00 00 00 00 00 00 f0 bf | -1
          string  | 02 00 00 00 00 00 00 00 01 00 00 00 03 00 00 00 37 2d 31 | 7,-1
          """)
  void lengthsArePacked(String type, String bytes, String values) {
    long[] lengths = List.of(values.split(",")).stream().mapToLong(Long::parseLong).toArray();
    IntegerInput input = IntegerInput.vector(ElementType.parse(type), lengths);
    byte[] weights =
        SplitModel.variadicSplit(SHAPE, ElementType.F32, unknown("[]"), input).weights();
    assertThat(HexFormat.ofDelimiter(" ").formatHex(weights)).isEqualTo(bytes);
  }

  @Test
  void constantsBeginWhereTheirElementsMay() {
    IntegerInput axis = IntegerInput.vector(ElementType.I8, 1);
    IntegerInput lengths = IntegerInput.vector(ElementType.I64, 6);
    SplitModel model = SplitModel.variadicSplit(SHAPE, ElementType.F32, axis, lengths);
    assertThat(model.weights()).isEqualTo(TestModel.longs(1, 6));
    assertThat(model.xml())
        .contains("element_type=\"i8\" shape=\"1\" offset=\"0\" size=\"1\"")
        .contains("element_type=\"i64\" shape=\"1\" offset=\"8\" size=\"8\"");
  }

  @Test
  void whatIsNotKnownIsAParameter() throws IOException {
    SplitModel model =
        SplitModel.variadicSplit(
            PartialShape.parse("?,2..6,..7,3.."), ElementType.F32, unknown("..."), unknown("2"));
    assertThat(model.weights()).isEmpty();
    assertThat(model.xml())
        .contains("<data shape=\"?,2..6,0..7,3..\" element_type=\"f32\"/>")
        .contains("<data shape=\"...\" element_type=\"i64\"/>");
    assertThat(ModelRun.of(read(model)).inputs())
        .extracting(ModelInput::name)
        .containsExactly("data", "axis", "lengths");
  }

  @ParameterizedTest
  @CsvSource({
    "-9223372036854775808, 1",
    "-1, 1",
    "0, 1",
    "3, 3",
    "16385, 16384",
    "9223372036854775807, 16384",
  })
  void aSplitHasBetweenOneOutputAndMany(long parts, int outputs) {
    SplitModel model = SplitModel.split(SHAPE, ElementType.F32, AXIS, parts);
    assertThat(model.outputs()).isEqualTo(outputs);
    assertThat(model.xml())
        .contains("<data num_splits=\"" + parts + "\"/>")
        .contains("name=\"part" + (outputs - 1) + "\" type=\"Result\"")
        .doesNotContain("name=\"part" + outputs + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"...", "?", "1..2", "0", "", "2,2", "4611686018427387904,4"})
  void lengthsOfNoCountAskForOnePart(String shape) {
    SplitModel model =
        SplitModel.variadicSplit(
            SHAPE,
            ElementType.F32,
            AXIS,
            IntegerInput.unknown(ElementType.I64, PartialShape.parse(shape)));
    assertThat(model.outputs()).isEqualTo(1);
    assertThat(model.xml()).contains("to-layer=\"4\"").doesNotContain("to-layer=\"5\"");
  }

  @Test
  void aPlanOfTooManyPartsIsRefused() {
    SplitPlan plan =
        SplitPlan.intoEqualParts(Shape.of(SplitModel.MAX_PARTS + 1), ElementType.U8, 0, 16385);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitModel.of(plan))
        .withMessage("a model is written of at most 16384 parts, not 16385; split in two steps");
  }

  @Test
  void dataMayBeAConstant() throws IOException {
    byte[] bytes = HexFormat.of().parseHex("0123456789ab");
    SplitPlan plan = SplitPlan.byLengths(Shape.of(2, 6), ElementType.U4, 1, 3, 3);
    SplitModel model = SplitModel.of(plan).withData(MemorySegment.ofArray(bytes));
    bytes[0] = 99;
    assertThat(model.weights()).startsWith(0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0, 0, 1);
    assertThat(ModelRun.of(read(model)).inputs()).isEmpty();
    assertThat(read(model).splits().getFirst().plan()).contains(plan);
  }

  @Test
  void stringsMayBeAConstant() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(2), ElementType.STRING, 0, 1, 1);
    byte[] weights = SplitModel.of(plan).withData("\u00e9", "abc").weights();
    assertThat(weights).startsWith(2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0);
    assertThat(new String(weights, 16, 5, StandardCharsets.UTF_8)).isEqualTo("\u00e9abc");
  }

  @Test
  void dataOfAnotherSizeIsRefused() {
    SplitModel model = SplitModel.of(PLAN);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.withData(MemorySegment.ofArray(new byte[47])))
        .withMessage("data of f32 [2, 6] takes 48 bytes, not 47");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.withData(Collections.nCopies(12, "").toArray(String[]::new)))
        .withMessageContaining("is not made of 12 strings");
    SplitPlan plan = SplitPlan.byLengths(Shape.of(2), ElementType.STRING, 0, 1, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitModel.of(plan).withData("abc"))
        .withMessage("data of string [2] is not made of 1 strings");
  }

  @Test
  @SuppressWarnings("restricted")
  void dataThatNoArrayHoldsIsRefused() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(1L << 31), ElementType.U8, 0, 1, -1);
    // Nobody reads it.
    MemorySegment bytes = MemorySegment.NULL.reinterpret(1L << 31);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitModel.of(plan).withData(bytes))
        .withMessage(
            "a constant of a model is written with at most 2147483639 bytes, not 2147483648;"
                + " make it a parameter");
  }

  /// Their bits are more than an int counts.
  @Test
  @EnabledIfSystemProperty(
      named = "cleave.thorough",
      matches = "true",
      disabledReason = "it takes 9 s and a GiB: -Dcleave.thorough=true")
  void manyLengthsArePacked() {
    int count = (1 << 25) + 1;
    long[] lengths = new long[count];
    lengths[count - 1] = 5;
    IntegerInput input = IntegerInput.vector(ElementType.I64, lengths);
    SplitModel model = SplitModel.variadicSplit(SHAPE, ElementType.F32, AXIS, input);
    MemorySegment packed = model.feeds().getLast().bytes().orElseThrow();
    assertThat(packed.byteSize()).isEqualTo(8L * count);
    assertThat(packed.get(ValueLayout.JAVA_BYTE, 8L * count - 8)).isEqualTo((byte) 5);
  }

  private static IntegerInput unknown(String shape) {
    return IntegerInput.unknown(ElementType.I64, PartialShape.parse(shape));
  }

  private Model read(SplitModel model) throws IOException {
    return Model.read(TestModel.write(folder, model.xml(), model.weights()));
  }
}

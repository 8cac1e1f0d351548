package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Edits;
import io.cleave.TableTest;
import io.cleave.file.MalformedFileException;
import io.cleave.plan.ElementType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a model's files may look like. One that is broken, or made to break who reads it, is
/// refused in one sentence with the place, in bounded time.
@Timeout(60)
class ModelReadTest {
  private static final Path MODELS =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "ir");

  @TempDir Path folder = Path.of("");
  private final TestModel model = new TestModel();
  private String good = "";
  private byte[] weights = {};

  @BeforeEach
  void makeModel() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    int split = model.variadic("s", x, model.scalar(0), model.list(2, -1), 2);
    model.result("r", new TestModel.Out(split, 3)).write(folder);
    good = model.xml();
    weights = model.weights();
    assertThat(split(good).plan()).isPresent();
  }

  private Model read(String xml) throws IOException {
    return Model.read(TestModel.write(folder, xml, weights));
  }

  private SplitLayer split(String xml) throws IOException {
    return read(xml).splits().getFirst();
  }

  private String edited(String edits) {
    return Edits.apply(good, edits);
  }

  private void assertRefused(String xml, String problem) throws IOException {
    Path file = TestModel.write(folder, xml, weights);
    assertThatThrownBy(() -> Model.read(file))
        .isInstanceOf(MalformedFileException.class)
        .hasMessageStartingWith(file + ":")
        .hasMessageContaining(problem)
        .hasMessageNotContaining("\n");
  }

  @Test
  void aByteOrderMarkAndWindowsLinesAreFine() throws IOException {
    String text = "\ufeff" + good.replace("\n", "\r\n").replace("\"s\"", "\"süß\"");
    assertThat(split(text).line()).isEqualTo(7);
    assertThat(split(text).name()).isEqualTo("süß");
  }

  @Test
  void edgesMayStandBeforeLayers() throws IOException {
    String edges = good.substring(good.indexOf("<edges>"), good.indexOf("</net>"));
    SplitLayer split = split(good.replace(edges, "").replace("<layers>", edges + "<layers>"));
    assertThat(split.plan()).isPresent();
    assertThat(split.outputs().getFirst().consumers()).hasSize(1);
  }

  /// What is unknown is passed over; ports have any numbers; what constants leave out, their ports
  /// say. The used output is the first, but in one row.
  @TableTest(
      """
      <layers> -> <!-- no layer --><?pi x?><meta_data><layer id="0"/></meta_data><layers> | 0
      </layers> -> <layer id="77" name="x:y" type="New" version="mine" a:b="c"><x:y/><data m="1"/></layer></layers> | 0
      <edges> -> <rt_info><a><edge from-layer="9"/></a></rt_info><edges> | 0
      type="VariadicSplit" -> type="variadicsplit" color="red" | 0
      name="s" -> name="s" unknown="1" | 0
      <port id="0"/><port id="1"/> -> <port id="0"><rt_info><dim>7</dim></rt_info></port><port id="1"/> | 0
      element_type="f32" -> element_type="FP32" | 0
      element_type="i64" -> element_type="I64" | 0
      shape="6,4" -> shape=" 6 , 4 " | 0
      version="11" -> version="10" | 0
      </edges> -> <edge from-layer="0" from-port="0" to-layer="3" to-port="0"/></edges> | 0
      port id="3" -> port id="900" ;; from-port="3" -> from-port="900" ;; to-port="2" -> to-port="40" ;; <port id="2"/> -> <port id="40"/> | 0
      port id="3" -> port id="900" ;; port id="4" -> port id="3" | 1
      " shape="" -> " ;; shape="2" -> ;; element_type="i64" -> ;; element_type="i64" -> ;; size="8"/><output><port id="0"/> -> size="8"/><output><port id="0" precision="I64"/> ;; size="16"/><output><port id="0"/> -> size="16"/><output><port id="0" precision="I64"><dim>2</dim></port> | 0
      """)
  void theSplitIsReadAllTheSame(String edits, int used) throws IOException {
    SplitLayer split = split(edited(edits));
    assertThat(split.findings()).isEmpty();
    assertThat(split.plan()).isPresent();
    assertThat(split.operation().axis().shape()).hasToString("[]");
    assertThat(split.operation().lengths().orElseThrow().values()).containsExactly(2, -1);
    assertThat(split.outputs().get(1).shape()).hasToString("[4, 4]");
    assertThat(split.outputs().get(used).consumers()).hasSize(1);
    assertThat(split.outputs().get(1 - used).consumers()).isEmpty();
  }

  @TableTest(
      """
      a           | a
      a,b         | a;b
      a\\,b,c     | a,b;c
      a\\b,c      | a\\b;c
      x:0,y/z     | x:0;y/z
      a,b\\       | a;b\\
      ''          | ''
      """)
  void tensorNamesMayHaveCommas(String written, String names) throws IOException {
    assertThat(split(edited("\"s.0\" -> \"%s\"".formatted(written))).outputs().getFirst().names())
        .isEqualTo(names.isEmpty() ? List.of() : List.of(names.split(";")));
  }

  @Test
  void theOptimizersOldModelsAreRead() throws IOException {
    Model old = Model.read(MODELS.resolve("optimizer-v10.xml"));
    assertThat(old.version()).isEqualTo(10);
    SplitLayer split = old.split("split");
    assertThat(split.type()).contains(ElementType.U8);
    assertThat(split.plan().orElseThrow().axis()).isEqualTo(1);
  }

  /// The model inside of a loop.
  private String inALoop(String loop) {
    String inner = good.substring(good.indexOf("<layers>"), good.indexOf("</net>"));
    return "<net version=\"11\"><layers>%s<body>%s</body></layer></layers></net>"
        .formatted(loop, inner);
  }

  @Test
  void layersWithoutANameAreCalledByTheirIds() throws IOException {
    Model read = read(inALoop("<layer id=\"5\" type=\"Loop\">"));
    assertThat(read.splits().getFirst().name()).isEqualTo("#5/body/s");
    assertThat(read.split("#5/body/s").plan()).isPresent();
    assertThatThrownBy(() -> read.split("")).hasMessageContaining("no layer is named \"\"");
  }

  @Test
  void anEdgeInABodyIsNoPartOfALayer() throws IOException {
    String wrong = "from-layer=\"x\"";
    String loop =
        inALoop("<layer id=\"9\" name=\"l\" type=\"Loop\">").replace("from-layer=\"1\"", wrong);
    long line = loop.substring(0, loop.indexOf(wrong)).lines().count();
    assertRefused(loop, "model.xml: line %s: from-layer=\"x\" is not a number".formatted(line));
  }

  /// Of layers of one name the only split is meant.
  @Test
  void aNameThatSeveralLayersHaveMayBeAmbiguous() throws IOException {
    model.result("s", new TestModel.Out(3, 4));
    assertThat(split(model.xml()).outputs().get(1).consumers().toString()).isEqualTo("[s:0]");
    assertThat(read(model.xml()).split("s").id()).isEqualTo(3);
    int second = model.split("s", new TestModel.Out(0, 0), new TestModel.Out(1, 0), 3, 3);
    Model read = read(model.xml());
    assertThatThrownBy(() -> read.split("s"))
        .hasMessageContaining("3 layers are named \"s\", those with the ids [3, 5, 6]");
    assertThat(read.split("" + second).operation().count()).hasValue(3);
  }

  @Test
  void layersOfOtherSetsOfOperationsAreOthers() throws IOException {
    String edit = "\"VariadicSplit\" version=\"opset1\" -> \"VariadicSplit\" version=\"mine\"";
    assertThat(read(edited(edit)).splits()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', it is a folder",
    "., it is a folder",
    "missing.xml, it does not exist",
    "/dev/null, it is not a regular file"
  })
  void whatIsNoFileIsRefused(String name, String problem) {
    Path file = name.isEmpty() ? Path.of("") : folder.resolve(name);
    assertThatThrownBy(() -> Model.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aFileThatTheSystemCannotReadIsNamed() {
    Path file = Path.of("/proc/self/mem");
    assumeTrue(Files.isRegularFile(file), "this is no Linux");
    assertThatThrownBy(() -> Model.read(file))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot read /proc/self/mem: ");
  }

  /// Decoded by the JDK's parser, they would have it print a line of its own.
  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "US-ASCII", "ISO-8859-1"})
  void bytesThatAreNoUtf8AreRefused(String encoding) throws IOException {
    String xml = good.replace("?>", " encoding='%s'?>".formatted(encoding));
    byte[] wrong = xml.replace("\"s\"", "\"s\u00e4\"").getBytes(StandardCharsets.ISO_8859_1);
    Path file = Files.write(folder.resolve("model.xml"), wrong);
    assertThatThrownBy(() -> Model.read(file))
        .isInstanceOf(MalformedFileException.class)
        .hasMessageContaining("it is no UTF-8");
  }

  @TableTest(
      """
      offset="0" -> offset="-8"              | offset="-8" is not a number of 0 or more
      offset="0" -> offset="+0"              | is not a number
      offset="0" -> offset="9223372036854775807"  | which has 24
      offset="8" -> offset="9"               | which has 24
      offset="0" -> offset="99999999999999999999" | fits 64 bits
      offset="0" -> x="0"                    | the attribute offset is missing
      size="8" -> size="7"                   | too small: i64 [] takes 8
      size="8" -> size="9223372036854775807" | which has 24
      shape="2" -> shape="4611686018427387904" | take more than 9223372036854775807 bits
      shape="2" -> shape="-2"                | dimension -2 must be 0 or more
      shape="6,4" -> shape="6,x"             | dimension "x" cannot be read
      shape="6,4" -> shape="6..2,4"          | dimension 6..2 must
      <port id="0"/> -> <port id="0"><dim>1,2</dim></port> | cannot be read
      <port id="0"/> -> <port id="0"><dim>[3]</dim></port> | cannot be read
      <port id="0"/> -> <port id="0"><dim>...</dim></port> | cannot be read
      <port id="0"/> -> <port id="0"><dim> </dim></port>   | cannot be read
      <port id="0"/> -> <port id="0"><dim>x</dim></port>   | cannot be read
      from-layer="0" -> from-layer="77"      | layer 77, which does not exist
      from-layer="0" -> from-layer="-1"      | from-layer="-1"
      from-layer="0" -> from-layer="9223372036854775807" | layer 9223372036854775807, which does not exist
      from-port="0" -> from-port="1"         | output port 1 of layer 0 "x", which does not exist
      to-port="2" -> to-port="3"             | input port 3 of layer 3 "s", which does not exist
      to-port="2" -> to-port="1"             | two edges lead to input port 1
      from-layer="0" -> y="0"                | the attribute from-layer is missing
      from-layer="1" from-port="0" -> from-layer="3" from-port="3" | the layer feeds itself
      <edge from-layer="0" from-port="0" to-layer="3" to-port="0"/> -> ;; from-layer="2" from-port="0" -> from-layer="3" from-port="4" | layer 3 "s": the layer feeds itself
      id="1" -> id="0"                       | the id 0 belongs to the layer of line 4 already
      type="Parameter" -> kind="Parameter"   | layer 0 has no type
      version="11" -> version="7"            | IR version 7;
      version="11" -> v="7"                  | IR version none
      net name -> html name ;; </net> -> </html> | the root element is <html>
      port id="4" -> port id="3"             | output port 3 is there twice
      <net -> <!DOCTYPE net SYSTEM "http://127.0.0.1:9/x"><net | <!DOCTYPE
      <net -> <!DOCTYPE net [<!ENTITY x SYSTEM "file:model.bin">]><net ;; "test" -> "&x;" | <!DOCTYPE
      "test" -> "&x;"                        | malformed
      <layers> -> <layers>&x;                | entity &x;
      """)
  void oneSentenceSaysWhatIsWrong(String edits, String problem) throws IOException {
    assertRefused(edited(edits), problem);
  }

  @Test
  void longTextsInDimensionsAreNotCollected() throws IOException {
    String port = "<port id=\"0\"/> -> <port id=\"0\">%s</port>";
    String number = "<dim>%s</dim>".formatted("1".repeat(3_000_000));
    assertRefused(edited(port.formatted(number)), "more than 64 characters");
    assertRefused(edited(port.formatted("<dim>1</dim>".repeat(300))), "more than 256 dimensions");
  }

  @Test
  void anOddOrShortBinIsNamed() throws IOException {
    Path bin = folder.resolve("model.bin");
    Files.delete(bin);
    Files.createDirectory(bin);
    assertThatThrownBy(() -> Model.read(folder.resolve("model.xml")))
        .hasMessageContaining("model.bin, which is not a regular file");
    Files.delete(bin);
    weights = new byte[8];
    assertRefused(
        good,
        "layer 2 \"const2\": its data is 16 bytes from byte 8 on of %s, which has 8"
            .formatted(bin));
  }

  @Test
  void everyTruncationIsRefused() throws IOException {
    int end = good.indexOf("</net>") + "</net>".length();
    for (int length = 0; length < end; length += 7) {
      assertRefused(good.substring(0, length), "malformed");
    }
  }

  @Test
  void depthIsNoMatter() throws IOException {
    int deep = 100_000;
    String info = "<rt_info>" + "<a>".repeat(deep) + "</a>".repeat(deep) + "</rt_info><layers>";
    assertThat(read(edited("<layers> -> " + info)).splits()).hasSize(1);
    String open = "<layer id=\"9\" name=\"l\" type=\"Loop\"><body><layers>";
    String close = "</layers></body></layer>";
    String nested = "<net version=\"11\"><layers>%s%s</layers></net>";
    assertThat(read(nested.formatted(open.repeat(50), close.repeat(50))).splits()).isEmpty();
    assertRefused(nested.formatted(open.repeat(deep), close.repeat(deep)), "more than 100 deep");
  }

  @Test
  void aChainOfSplitsMayBeAnyLength() throws IOException {
    TestModel chain = new TestModel();
    TestModel.Out x = chain.parameter("x", "f32", "6");
    TestModel.Out axis = chain.scalar(0);
    for (int i = 0; i < 20_000; i++) {
      x = new TestModel.Out(chain.split("s" + i, x, axis, 1, 1), 2);
    }
    Path file = chain.result("r", x).write(folder);
    Model model = Model.read(file);
    assertThat(model.splits()).hasSize(20_000).allMatch(SplitLayer::isSound);
    assertThat(model.outputs()).hasSize(1);
  }

  @Test
  void fewBytesCannotAskForMuch() throws IOException {
    TestModel many = new TestModel();
    TestModel.Out x = many.parameter("x", "f32", "16777216");
    TestModel.Out axis = many.scalar(0);
    TestModel.Out lengths = many.constant("u8", "16777216", new byte[1 << 24]);
    for (int i = 0; i < 500; i++) {
      many.variadic("v" + i, x, axis, lengths, 1);
      many.split("s" + i, x, axis, 1 << 24, 1);
    }
    assertThat(Model.read(many.write(folder)).splits()).hasSize(1000);
  }
}

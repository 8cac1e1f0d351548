package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.plan.ElementType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a model's files may look like.
class ModelReadTest {
  private static final Path MODELS =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "ir");

  @TempDir Path folder = Path.of("");
  private final TestModel model = new TestModel();
  private String xml = "";
  private byte[] weights = {};

  @BeforeEach
  void makeModel() throws IOException {
    var x = model.parameter("x", "f32", "6,4");
    int split = model.variadic("s", x, model.scalar(0), model.list(2, -1), 2);
    model.result("r", new TestModel.Out(split, 3));
    model.write(folder);
    xml = model.xml();
    weights = Files.readAllBytes(folder.resolve("model.bin"));
  }

  private SplitLayer split(String text) throws IOException {
    return Model.read(TestModel.write(folder, text, weights)).splits().getFirst();
  }

  @Test
  void aByteOrderMarkAndWindowsLinesAreFine() throws IOException {
    String text = "\ufeff" + xml.replace("\n", "\r\n").replace("\"s\"", "\"süß\"");
    assertThat(split(text).line()).isEqualTo(7);
    assertThat(split(text).name()).isEqualTo("süß");
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() throws IOException {
    byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
    bytes[xml.indexOf("\"s\"") + 1] = (byte) 0xff;
    Files.write(folder.resolve("model.xml"), bytes);
    assertThatThrownBy(() -> Model.read(folder.resolve("model.xml")))
        .isInstanceOf(BadModelException.class)
        .hasMessageContaining("no UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <layers>    | <!-- no layer --><?pi x?><meta_data><layer id="0"/></meta_data><layers>
          </layers>   | <layer id="77" name="x:y" type="New" version="mine" a:b="c"><x:y/><data m="1"/></layer></layers>
          <edges>     | <rt_info><a><edge from-layer="9"/></a></rt_info><edges>
          type="VariadicSplit" | type="variadicsplit" color="red"
          name="s"    | name="s" unknown="1"
          <port id="0"/><port id="1"/> | <port id="0"><rt_info><dim>7</dim></rt_info></port><port id="1"/>
          element_type="f32" | element_type="FP32"
          element_type="i64" | element_type="I64"
          shape="6,4" | shape=" 6 , 4 "
          version="11" | version="10"
          """)
  void whatIsNotKnownIsPassedOver(String from, String to) throws IOException {
    SplitLayer split = split(xml.replace(from, to));
    assertThat(split.findings()).isEmpty();
    assertThat(split.outputs().get(1).shape()).hasToString("[4, 4]");
  }

  @Test
  void portsNeedNotBeNumberedInOrder() throws IOException {
    String text =
        xml.replace("port id=\"3\"", "port id=\"900\"")
            .replace("from-port=\"3\"", "from-port=\"900\"")
            .replace("to-port=\"2\"", "to-port=\"40\"")
            .replace("<port id=\"2\"/>", "<port id=\"40\"/>");
    SplitLayer split = split(text);
    assertThat(split.outputs().get(0).consumers()).isNotEmpty();
    assertThat(split.outputs().get(1).consumers()).isEmpty();
    assertThat(split.plan()).isPresent();
  }

  @Test
  void portsAreFoundByNumberAndNotByPlace() throws IOException {
    TestModel three = new TestModel();
    var x = three.parameter("x", "f32", "6");
    int id = three.split("s", x, three.scalar(0), 3, 3);
    three.result("r", new TestModel.Out(id, 3));
    String text =
        three
            .xml()
            .replace("port id=\"3\"", "port id=\"900\"")
            .replace("port id=\"4\"", "port id=\"3\"");
    assertThat(split(text).outputs())
        .extracting(output -> !output.consumers().isEmpty())
        .containsExactly(false, false, true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a           | a
          a,b         | a;b
          a\\,b,c     | a,b;c
          a\\b,c      | a\\b;c
          x:0,y/z     | x:0;y/z
          a,b\\       | a;b\\
          """)
  void tensorNamesMayHaveCommas(String written, String names) throws IOException {
    String text = xml.replace("names=\"s.0\"", "names=\"%s\"".formatted(written));
    assertThat(split(text).outputs().getFirst().names()).isEqualTo(List.of(names.split(";")));
  }

  @Test
  void aListOfNamesMayBeEmpty() throws IOException {
    String text = xml.replace("names=\"s.0\"", "names=\"\"");
    assertThat(split(text).outputs().getFirst().names()).isEmpty();
  }

  @Test
  void anEdgeMayStandTwice() throws IOException {
    int edge = xml.indexOf("<edge ");
    String again = xml.substring(edge, xml.indexOf('\n', edge));
    assertThat(split(xml.replace("</edges>", again + "</edges>")).plan()).isPresent();
  }

  @Test
  void whatConstantsLeaveOutTheirPortsSay() throws IOException {
    String list = "<port id=\"0\" precision=\"I64\"><dim>2</dim></port>";
    String text =
        xml.replace(" shape=\"\"", "")
            .replace(" shape=\"2\"", "")
            .replace(" element_type=\"i64\"", "")
            .replaceFirst(
                "size=\"8\"/><output><port id=\"0\"/>",
                "size=\"8\"/><output><port id=\"0\" precision=\"I64\"/>")
            .replace("size=\"16\"/><output><port id=\"0\"/>", "size=\"16\"/><output>" + list);
    assertThat(split(text).operation().lengths().orElseThrow().values()).containsExactly(2, -1);
    assertThat(split(text).operation().axis().shape()).hasToString("[]");
    assertThat(split(text).plan()).isPresent();
  }

  @Test
  void theOptimizersOldModelsAreRead() throws IOException {
    Model old = Model.read(MODELS.resolve("optimizer-v10.xml"));
    assertThat(old.version()).isEqualTo(10);
    SplitLayer split = old.split("split");
    assertThat(split.type()).contains(ElementType.U8);
    assertThat(split.plan().orElseThrow().axis()).isEqualTo(1);
  }

  @Test
  void splitsInsideOfOtherLayersHaveTheirPath() throws IOException {
    Model network = Model.read(MODELS.resolve("network.xml"));
    assertThat(network.splits())
        .extracting(SplitLayer::name)
        .containsExactly("block/split", "branch/then_body/split", "branch/else_body/split");
    assertThat(network.splits().getFirst().isInferred()).isFalse();
    assertThat(network.split("branch/else_body/split").operation().count()).hasValue(4);
    assertThat(network.split("5").name()).isEqualTo("block/split");
    assertThatThrownBy(() -> network.split("conv/1"))
        .hasMessageContaining("it is a Convolution and no split");
    assertThatThrownBy(() -> network.split("nope"))
        .hasMessageContaining("no layer is named \"nope\"");
  }

  @Test
  void layersWithoutANameAreCalledByTheirIds() throws IOException {
    String inner = xml.substring(xml.indexOf("<layers>"), xml.indexOf("</net>"));
    String loop =
        "<layers><layer id=\"5\" type=\"Loop\"><body>" + inner + "</body></layer></layers>";
    String text = "<net version=\"11\">" + loop + "</net>";
    Model read = Model.read(TestModel.write(folder, text, weights));
    assertThat(read.splits().getFirst().name()).isEqualTo("#5/body/s");
    assertThat(read.split("#5/body/s").plan()).isPresent();
    assertThatThrownBy(() -> read.split("")).hasMessageContaining("no layer is named \"\"");
  }

  @Test
  void ofLayersOfOneNameTheOnlySplitIsMeant() throws IOException {
    model.result("s", new TestModel.Out(3, 4));
    assertThat(split(model.xml()).outputs().get(1).consumers().toString()).isEqualTo("[s:0]");
    assertThat(Model.read(folder.resolve("model.xml")).split("s").id()).isEqualTo(3);
  }

  @Test
  void aNameThatSeveralLayersHaveIsAmbiguous() throws IOException {
    TestModel twice = new TestModel();
    var x = twice.parameter("x", "f32", "6");
    int first = twice.split("s", x, twice.scalar(0), 2, 2);
    int second = twice.split("s", x, twice.scalar(0), 3, 3);
    Model read = Model.read(twice.write(folder));
    assertThatThrownBy(() -> read.split("s"))
        .hasMessageContaining(
            "2 layers are named \"s\", those with the ids %s, %s".formatted(first, second));
    assertThat(read.split("" + second).operation().count()).hasValue(3);
  }

  @Test
  void layersOfOtherSetsOfOperationsAreOthers() throws IOException {
    String text =
        xml.replace(
            "type=\"VariadicSplit\" version=\"opset1\"", "type=\"VariadicSplit\" version=\"mine\"");
    assertThat(Model.read(TestModel.write(folder, text, weights)).splits()).isEmpty();
  }

  @Test
  void aModelWithoutConstantsNeedsNoBin() throws IOException {
    TestModel bare = new TestModel();
    bare.result("r", bare.parameter("x", "f32", "?"));
    Path file = bare.write(folder);
    Files.delete(folder.resolve("model.bin"));
    assertThat(Model.read(file).outputs()).containsExactly("x");
  }

  @ParameterizedTest
  @CsvSource({
    "'', it is not a regular file",
    "., it is not a regular file",
    "missing.xml, it does not exist",
    "/dev/null, it is not a regular file"
  })
  void whatIsNoFileIsRefused(String name, String problem) {
    Path file = name.isEmpty() ? Path.of("") : folder.resolve(name);
    assertThatThrownBy(() -> Model.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(problem);
  }
}

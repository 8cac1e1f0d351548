package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.RandomTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Models that are broken, or that are made to break who reads them: one sentence with the place,
/// in bounded time.
@Timeout(60)
class HostileModelTest {
  @TempDir Path folder = Path.of("");
  private String good = "";
  private byte[] weights = {};

  @BeforeEach
  void makeModel() throws IOException {
    TestModel model = new TestModel();
    var x = model.parameter("x", "f32", "6,4");
    int split = model.variadic("s", x, model.scalar(0), model.list(2, -1), 2);
    model.result("r", new TestModel.Out(split, 3));
    model.write(folder);
    good = model.xml();
    weights = Files.readAllBytes(folder.resolve("model.bin"));
    assertThat(Model.read(folder.resolve("model.xml")).splits()).hasSize(1);
  }

  /// Decoded by the JDK's parser, they would have it print a line of its own.
  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "US-ASCII", "ISO-8859-1"})
  void bytesThatAreNoUtf8AreRefused(String encoding) throws IOException {
    String xml = good.replace("?>", " encoding='%s'?>".formatted(encoding));
    byte[] wrong = xml.replace("\"s\"", "\"s\u00e4\"").getBytes(StandardCharsets.ISO_8859_1);
    Files.write(folder.resolve("model.xml"), wrong);
    assertThatThrownBy(() -> Model.read(folder.resolve("model.xml")))
        .isInstanceOf(BadModelException.class)
        .hasMessageContaining("it is no UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          offset="0"              | offset="-8"                  | offset="-8" is not a number of 0 or more
          offset="0"              | offset="+0"                  | is not a number
          offset="0"              | offset="9223372036854775807" | which has 24
          offset="8"              | offset="9"                   | which has 24
          offset="0"              | offset="99999999999999999999" | fits 64 bits
          offset="0"              | x="0"                        | it has no offset
          size="8"                | size="7"                     | too small: i64 [] takes 8
          size="8"                | size="9223372036854775807"   | which has 24
          shape="2"               | shape="4611686018427387904"  | take more than 9223372036854775807 bits
          shape="2"               | shape="-2"                   | dimension -2 must be 0 or more
          shape="6,4"             | shape="6,x"                  | dimension "x" cannot be read
          shape="6,4"             | shape="6..2,4"               | dimension 6..2 must
          from-layer="0"          | from-layer="77"              | layer 77, which does not exist
          from-layer="0"          | from-layer="-1"              | from-layer="-1"
          from-layer="0"          | from-layer="9223372036854775807" | layer 9223372036854775807, which does not exist
          from-port="0"           | from-port="1"                | output port 1 of layer 0 "x", which does not exist
          to-port="2"             | to-port="3"                  | input port 3 of layer 3 "s", which does not exist
          to-port="2"             | to-port="1"                  | two edges lead to input port 1
          from-layer="0"          | y="0"                        | <edge> has no from-layer
          from-layer="1" from-port="0" | from-layer="3" from-port="3" | the layer feeds itself
          id="1"                  | id="0"                       | the id 0 belongs to the layer of line 4 already
          type="Parameter"        | kind="Parameter"             | layer 0 has no type
          version="11"            | version="7"                  | IR version 7;
          version="11"            | v="7"                        | IR version none
          net name                | html name                    | the root element is <html>
          port id="4"             | port id="3"                  | output port 3 is there twice
          """)
  void oneSentenceSaysWhatIsWrong(String from, String to, String problem) throws IOException {
    assertThat(good).contains(from);
    int at = good.indexOf(from);
    String xml = good.substring(0, at) + to + good.substring(at + from.length());
    assertRefused(to.startsWith("html") ? xml.replace("</net>", "</html>") : xml, problem);
  }

  private void assertRefused(String xml, String problem) throws IOException {
    TestModel.write(folder, xml, weights);
    assertThatThrownBy(() -> Model.read(folder.resolve("model.xml")))
        .isInstanceOf(BadModelException.class)
        .hasMessageStartingWith(folder.resolve("model.xml") + ":")
        .hasMessageContaining(problem)
        .hasMessageNotContaining("\n");
  }

  @Test
  void aCycleIsNamedBesideInputsThatNothingFeeds() throws IOException {
    int data = good.indexOf("<edge ");
    String without = good.substring(0, data) + good.substring(good.indexOf('\n', data));
    String edge = "from-layer=\"%s\" from-port=\"%s\" to-layer=\"3\" to-port=\"2\"";
    assertRefused(
        without.replace(edge.formatted(2, 0), edge.formatted(3, 4)),
        "layer 3 \"s\": the layer feeds itself");
  }

  @Test
  void anEdgeInABodyIsNoPartOfALayer() throws IOException {
    String inner = good.substring(good.indexOf("<layers>"), good.indexOf("</net>"));
    String loop =
        "<net version=\"11\"><layers><layer id=\"9\" name=\"l\" type=\"Loop\"><body>%s</body></layer></layers></net>"
            .formatted(inner.replace("from-layer=\"1\"", "from-layer=\"x\""));
    TestModel.write(folder, loop, weights);
    long line = loop.substring(0, loop.indexOf("from-layer=\"x\"")).lines().count();
    assertThatThrownBy(() -> Model.read(folder.resolve("model.xml")))
        .isInstanceOf(BadModelException.class)
        .hasMessageStartingWith(
            "%s:%s: from-layer=\"x\" is not a number", folder.resolve("model.xml"), line);
  }

  @Test
  void anOddOrShortBinIsNamed() throws IOException {
    Files.delete(folder.resolve("model.bin"));
    Files.createDirectory(folder.resolve("model.bin"));
    assertThatThrownBy(() -> Model.read(folder.resolve("model.xml")))
        .hasMessageContaining("model.bin, which is not a regular file");
    Files.delete(folder.resolve("model.bin"));
    Files.write(folder.resolve("model.bin"), new byte[8]);
    assertThatThrownBy(() -> Model.read(folder.resolve("model.xml")))
        .hasMessageContaining("layer 2 \"const2\"")
        .hasMessageContaining("16 bytes from byte 8 on")
        .hasMessageContaining("has 8");
  }

  @Test
  void entitiesAreRefused() throws IOException {
    var laughs = new StringBuilder("<!DOCTYPE net [<!ENTITY a \"ha\">");
    for (char c = 'b'; c < 'z'; c++) {
      laughs.append("<!ENTITY %s \"%s\">".formatted(c, ("&" + (char) (c - 1) + ";").repeat(10)));
    }
    laughs.append("]>\n");
    String begin = "<?xml version=\"1.0\"?>\n";
    assertRefused(good.replace(begin, begin + laughs).replace("\"test\"", "\"&y;\""), "<!DOCTYPE");
    String secret = folder.resolve("model.bin").toUri().toString();
    String external = "<!DOCTYPE net [<!ENTITY x SYSTEM \"%s\">]>\n".formatted(secret);
    assertRefused(good.replace(begin, begin + external), "<!DOCTYPE");
    assertRefused(
        good.replace(begin, begin + "<!DOCTYPE net SYSTEM \"http://127.0.0.1:9/x\">\n"),
        "<!DOCTYPE");
    assertRefused(good.replace("\"test\"", "\"&x;\""), "malformed");
    assertRefused(good.replace("<layers>", "<layers>&x;"), "entity &x;");
  }

  @Test
  void everyTruncationIsRefused() throws IOException {
    int end = good.indexOf("</net>") + "</net>".length();
    for (int length = 0; length < end; length += 7) {
      assertRefused(good.substring(0, length), "malformed");
    }
  }

  @RandomTest(gate = 1, thorough = 50)
  void damagedBytesMakeOneSentenceOrAModel(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = good.getBytes(StandardCharsets.UTF_8);
      for (int n = 0; n <= random.nextInt(3); n++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      Files.write(folder.resolve("model.xml"), bytes);
      try {
        Model model = Model.read(folder.resolve("model.xml"));
        model.splits();
        model.outputs();
      } catch (BadModelException e) {
        assertThat(e).as("seed " + seed).hasMessageNotContaining("\n");
      }
    }
  }

  @Test
  void depthIsNoMatter() throws IOException {
    int deep = 100_000;
    String xml =
        good.replace(
            "<layers>",
            "<rt_info>" + "<a>".repeat(deep) + "</a>".repeat(deep) + "</rt_info><layers>");
    assertThat(Model.read(TestModel.write(folder, xml, weights)).splits()).hasSize(1);
    String open = "<layer id=\"9\" name=\"l\" type=\"Loop\"><body><layers>";
    String close = "</layers></body></layer>";
    String nested = "<net version=\"11\"><layers>%s%s</layers></net>";
    String fine = nested.formatted(open.repeat(50), close.repeat(50));
    assertThat(Model.read(TestModel.write(folder, fine, weights)).splits()).isEmpty();
    assertRefused(nested.formatted(open.repeat(deep), close.repeat(deep)), "more than 100 deep");
  }

  @Test
  void aChainOfSplitsMayBeAnyLength() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "f32", "6");
    TestModel.Out axis = model.scalar(0);
    for (int i = 0; i < 20_000; i++) {
      x = new TestModel.Out(model.split("s" + i, x, axis, 1, 1), 2);
    }
    Path file = model.result("r", x).write(folder);
    assertThat(Model.read(file).splits()).hasSize(20_000).allMatch(SplitLayer::isSound);
    assertThat(Model.read(file).outputs()).hasSize(1);
  }

  @Test
  void fewBytesCannotAskForMuch() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "f32", "16777216");
    TestModel.Out axis = model.scalar(0);
    TestModel.Out many = model.constant("u8", "16777216", new byte[1 << 24]);
    for (int i = 0; i < 500; i++) {
      model.variadic("v" + i, x, axis, many, 1);
      model.split("s" + i, x, axis, 1 << 24, 1);
    }
    Path file = model.write(folder);
    assertThat(Model.read(file).splits()).hasSize(1000);
  }

  @Test
  void aFileThatTheSystemCannotReadIsNamed() {
    Path file = Path.of("/proc/self/mem");
    assumeTrue(Files.isRegularFile(file), "this is no Linux");
    assertThatThrownBy(() -> Model.read(file))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot read /proc/self/mem: ");
  }

  @Test
  void longTextsInDimensionsAreNotCollected() throws IOException {
    String port = "<port id=\"0\"><dim>%s</dim></port>".formatted("1".repeat(3_000_000));
    assertRefused(good.replaceFirst("<port id=\"0\"/>", port), "more than 64 characters");
    String rank = "<port id=\"0\">%s</port>".formatted("<dim>1</dim>".repeat(300));
    assertRefused(good.replaceFirst("<port id=\"0\"/>", rank), "more than 256 dimensions");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,2", "[3]", "...", " ", "x"})
  void aDimensionIsOneNumber(String text) throws IOException {
    String port = "<port id=\"0\"><dim>%s</dim></port>".formatted(text);
    assertRefused(good.replaceFirst("<port id=\"0\"/>", port), "cannot be read");
  }
}

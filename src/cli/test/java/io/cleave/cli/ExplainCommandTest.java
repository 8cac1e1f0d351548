package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.TableTest;
import io.cleave.ir.Model;
import io.cleave.ir.SplitLayer;
import io.cleave.json.JsonValue;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `cleave explain`: plan and route of a file, of its tensors or of none, in words, as JSON, drawn,
/// and as a model.
class ExplainCommandTest {
  private static final String SPLIT = "IN --axis 1 --equal 3 ";

  @TempDir private Path folder;

  private Cli explain(String arguments) {
    return Cli.run(folder, "explain " + arguments);
  }

  @Test
  void printsPlanDeviceAndRoute() {
    assertThat(explain(SPLIT + "--names q,k,v").succeeded().out())
        .startsWith("f32 [8, 12, 16] along axis 1 into 3 parts: 8 rows of 768 bytes")
        .contains("part 2 [8, 4, 16]: bytes 512..767 of each row, 2048 bytes, named v")
        .contains("on cpu (", "route cpu");
  }

  @Test
  void drawsThePlan() throws IOException {
    // No bar: this is no terminal.
    assertThat(explain(SPLIT + "--names q,k,v --svg ./qkv.svg").succeeded().out())
        .startsWith("f32 [8, 12, 16]")
        .contains("route cpu");
    String drawn = Files.readString(folder.resolve("qkv.svg"));
    assertThat(drawn).startsWith("<svg").contains(">q<", "</svg>");
    explain(SPLIT + "--names q,k,v --svg ./qkv.svg").succeeded();
    assertThat(folder.resolve("qkv.svg")).hasContent(drawn);
    assertThat(folder).isDirectoryNotContaining(file -> !file.endsWith("qkv.svg"));
  }

  @Test
  void takesEveryTensorOfAFile() {
    Cli.run(folder, "split IN --axis 1 --lengths 4,8 --bundle --out ./o");
    String all = "./o/qkv.npz --axis 2 --equal 2 ";
    assertThat(explain(all).out().lines())
        .filteredOn(line -> line.endsWith(":") || line.startsWith("f32"))
        .containsExactly(
            "qkv.0:",
            "f32 [8, 4, 16] along axis 2 into 2 parts: 32 rows of 64 bytes",
            "qkv.1:",
            "f32 [8, 8, 16] along axis 2 into 2 parts: 64 rows of 64 bytes");
    assertThat(explain(all + "--json").json().items())
        .extracting(one -> one.require("tensor").asString())
        .containsExactly("qkv.0", "qkv.1");
    assertThat(explain(all + "--tensor *1").out()).startsWith("f32 [8, 8, 16] along axis 2");
    assertThat(explain(all + "--svg ./x.svg").err())
        .contains("--svg draws one tensor, and ", " has 2; choose one with --tensor");
  }

  @Test
  void needsNoFileAndPrintsJson() {
    JsonValue plan =
        explain("--shape 2,5 --type u3 --axis 1 --lengths 2,3 --names a,b --json")
            .succeeded()
            .json();
    assertThat(plan.require("unit").asString()).isEqualTo("bit");
    assertThat(plan.require("row").asLong()).isEqualTo(15);
    assertThat(plan.require("parts").items().get(1).fields())
        .containsKeys("name", "shape", "offset", "bytes");
  }

  /// It is a link, and must stay one.
  @Test
  void aDrawingMayGoToStandardOutput() {
    Path standard = Path.of("/dev/stdout");
    assumeTrue(Files.isSymbolicLink(standard), "there is no /dev/stdout");
    String[] words = Cli.words(folder, "explain IN --axis 1 --equal 3 --svg /dev/stdout");
    assertThat(Cli.start(Map.of(), words).succeeded().out())
        .contains("<svg", "</svg>", "route cpu");
    assertThat(standard).isSymbolicLink();
  }

  @Test
  void numbersLookTheSameInEveryLanguage() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    String expected = explain(SPLIT).out();
    try {
      Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(explain(SPLIT).out()).isEqualTo(expected);
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }

  private Cli converted(String options) {
    return explain("--type u8 --shape 2,4,4,3 --axis -1 --equal 3 " + options).succeeded();
  }

  @Test
  void hasTheConversionAndTheStack() throws IOException {
    Cli run = converted("--to f32 --scale 0.5 --stack 1 --svg ./p.svg");
    assertThat(run.out().lines())
        .contains(
            "u8 [2, 4, 4, 3] along axis 3 into 3 parts: 32 rows of 3 bytes, to f32, x * 0.5 + 0.0",
            "  part 1 [2, 4, 4, 1]: bytes 1..1 of each row, 128 bytes of f32",
            "stacked to f32 [2, 3, 4, 4], 384 bytes")
        .anyMatch(line -> line.contains("convert"));
    assertThat(Files.readString(folder.resolve("p.svg")))
        .contains("to f32, x * 0.5 + 0.0", "stacked to f32 [2, 3, 4, 4], 384 bytes");
    JsonValue json = converted("--json --to f16 --bias 3,4 --join 0 --order 2,0").json();
    assertThat(json.require("type").asString()).isEqualTo("u8");
    assertThat(json.require("to").asString()).isEqualTo("f16");
    assertThat(json.require("stacked").toString()).contains("\"f16\"", "[4,4,4,1]", "128");
    JsonValue first = json.require("parts").items().getFirst();
    assertThat(first.require("start").asLong()).isEqualTo(2);
    assertThat(first.require("rule").asString()).isEqualTo("x * 1.0 + 3.0");
    assertThat(first.require("bytes").asLong()).isEqualTo(64);
    assertThat(converted("--json").out()).doesNotContain("\"to\"", "stacked", "rule");
  }

  private static SplitPlan modelled(Path xml) throws IOException {
    return Model.read(xml).splits().getFirst().plan().orElseThrow();
  }

  @Test
  void thePlanIsWrittenAsAModel() throws IOException {
    Path xml = Files.writeString(folder.resolve("my.split.xml"), "old");
    Path bin = Files.writeString(folder.resolve("my.split.bin"), "old and longer than what comes");
    Cli run = explain(SPLIT + "--names q,k,v --ir ./my.split.xml").succeeded();
    assertThat(run.err().strip()).isEqualTo("wrote %s and %s".formatted(xml, bin));
    assertThat(modelled(xml))
        .isEqualTo(SplitPlan.of(Layout.of(ElementType.F32, 8, 12, 16), 1, Cut.intoEqualParts(3)));
    SplitLayer split = Model.read(xml).splits().getFirst();
    assertThat(split.outputs().toString()).contains("[q]", "[k]", "[v]");
    assertThat(bin).hasSize(4 * Long.BYTES);
    assertThat(folder).isDirectoryNotContaining(file -> !file.equals(xml) && !file.equals(bin));
  }

  @Test
  void whatIsInNoFileIsWrittenToo() throws IOException {
    Cli run =
        explain("--shape 2,5 --type u3 --axis 1 --lengths 2,-1 --json --ir ./m.xml").succeeded();
    assertThat(run.json().fields()).isNotEmpty();
    Path xml = folder.resolve("m.xml");
    assertThat(modelled(xml))
        .isEqualTo(SplitPlan.of(Layout.of(ElementType.U3, 2, 5), 1, Cut.byLengths(2, 3)));
    assertThat(Files.readString(xml)).contains("names=\"data\"", "names=\"part0\"");
  }

  /// Bytes are counted as they lie in the file; the model is about what people see.
  @Test
  void theOrderOfTheElementsIsNotThatOfTheFile() throws IOException {
    String header = "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 6), }";
    String padded = "\u0093NUMPY\1\0v\0" + header + " ".repeat(117 - header.length()) + "\n";
    Files.writeString(folder.resolve("f"), padded + "x".repeat(12), StandardCharsets.ISO_8859_1);
    assertThat(explain("./f --axis 1 --lengths 2,4 --ir ./m.xml").succeeded().out())
        .contains("part 1 [4, 2]: bytes 4..11", "[2, 6] is in Fortran order");
    assertThat(explain("./f --axis 1 --equal 2 --json").out()).contains("fortran", "\"row\": 12,");
    assertThat(modelled(folder.resolve("m.xml")))
        .isEqualTo(SplitPlan.of(Layout.of(ElementType.U8, 2, 6), 1, Cut.byLengths(2, 4)));
  }

  /// Before anything is printed. An input is never replaced, nor one output by another.
  @TableTest(
      """
      IN --axis 1 --equal 3 --ir ./m.xml --names a,a,b | cannot both be named "a"
      IN --axis 1 --equal 3 --ir ./m.xml --names a,b   | 2 names are given, and each part
      IN --axis 1 --equal 3 --ir ./m.xml --to f16      | the plan converts them; leave that out
      IN --axis 1 --equal 3 --ir ./m.xml --stack 0     | the plan stacks them; leave that out
      IN --axis 1 --equal 3 --ir ./folder.xml          | folder.bin cannot be written
      --shape 9 --type u8 --axis 0 --equal 16385 --ir ./m.xml | at most 16384 parts, not 16385
      ./in.bin --shape 6 --type u8 --axis 0 --equal 2 --ir ./in.xml  | in.bin would replace an input; write to another folder or under another name
      ./in.npy --axis 1 --equal 3 --svg ./in.npy       | in.npy would replace an input
      ./in.npy --axis 1 --equal 3 --svg ./elsewhere/../in.npy | in.npy would replace an input
      ./none.safetensors --axis 0 --equal 1 --svg ./m.xml | none.safetensors holds no tensor; give another file
      ./in.npy --axis 1 --equal 3 --svg ./hard.svg     | hard.svg would replace an input
      ./in.npy --axis 1 --equal 3 --svg ./symbolic.svg | symbolic.svg would replace an input
      ./in.npy --axis 1 --equal 3 --ir ./m.xml --svg ./m.bin | are the same file; write to a file for each
      ./in.npy --axis 1 --equal 3 --ir ./m.xml --svg ./link/m.xml | are the same file; write to a file for each
      """)
  void whatCannotBeWrittenIsRefused(String arguments, String reason) throws IOException {
    Path qkv = Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy");
    Path input = Files.copy(qkv, folder.resolve("in.npy"));
    Path raw = Files.write(folder.resolve("in.bin"), new byte[6]);
    Files.writeString(folder.resolve("none.safetensors"), "\2" + "\0".repeat(7) + "{}");
    Files.createDirectory(folder.resolve("elsewhere"));
    Files.createDirectory(folder.resolve("folder.bin"));
    Files.createSymbolicLink(folder.resolve("link"), folder);
    Files.createLink(folder.resolve("hard.svg"), input);
    Files.createSymbolicLink(folder.resolve("symbolic.svg"), input);
    Cli run = explain(arguments).refused(reason);
    assertThat(run.out()).isEmpty();
    assertThat(input).hasSameBinaryContentAs(qkv);
    assertThat(raw).hasBinaryContent(new byte[6]);
    for (String absent : new String[] {"m.xml", "m.bin", "in.xml", "folder.xml"}) {
      assertThat(folder.resolve(absent)).doesNotExist();
    }
  }
}

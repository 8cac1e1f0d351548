package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `cleave explain`: plan and route of a file, of its tensors or of none, in words, as JSON, drawn.
class ExplainCommandTest {
  private static final String SPLIT = "explain IN --axis 1 --equal 3 ";

  @TempDir private Path folder;

  private Cli run(String command) {
    return Cli.run(folder, command);
  }

  @Test
  void printsPlanDeviceAndRoute() {
    Cli run = run(SPLIT + "--names q,k,v");
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .startsWith("f32 [8, 12, 16] along axis 1 into 3 parts: 8 rows of 768 bytes")
        .contains("part 2 [8, 4, 16]: bytes 512..767 of each row, 2048 bytes, named v")
        .contains("on cpu (", "route cpu");
  }

  @Test
  void drawsThePlan() throws Exception {
    Cli run = run(SPLIT + "--names q,k,v --svg ./qkv.svg");
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    // No bar: this is no terminal.
    assertThat(run.out()).startsWith("f32 [8, 12, 16]").contains("route cpu");
    String drawn = Files.readString(folder.resolve("qkv.svg"));
    assertThat(drawn).startsWith("<svg").contains(">q<", "</svg>");
    assertThat(run(SPLIT + "--names q,k,v --svg ./qkv.svg").code()).isEqualTo(ExitCode.DONE);
    assertThat(folder.resolve("qkv.svg")).hasContent(drawn);
    assertThat(folder).isDirectoryNotContaining(file -> !file.endsWith("qkv.svg"));
  }

  @Test
  void takesEveryTensorOfAFile() {
    run("split IN --axis 1 --lengths 4,8 --format npz --bundle --out ./o");
    String explain = "explain ./o/qkv.npz --axis 2 --equal 2 ";
    assertThat(run(explain).out().lines())
        .filteredOn(line -> line.endsWith(":") || line.startsWith("f32"))
        .containsExactly(
            "qkv.0:",
            "f32 [8, 4, 16] along axis 2 into 2 parts: 32 rows of 64 bytes",
            "qkv.1:",
            "f32 [8, 8, 16] along axis 2 into 2 parts: 64 rows of 64 bytes");
    assertThat(JsonReader.parse(run(explain + "--json").out()).asArray().items())
        .extracting(one -> one.asObject().<String>read("tensor", JsonValue::asString))
        .containsExactly("qkv.0", "qkv.1");
    assertThat(run(explain + "--tensor *1").out()).startsWith("f32 [8, 8, 16] along axis 2");
    assertThat(run(explain + "--svg ./x.svg").err())
        .contains("--svg draws one tensor, and ", " has 2; choose one with --tensor");
  }

  @Test
  void needsNoFileAndPrintsJson() {
    Cli run = run("explain --shape 2,5 --type u3 --axis 1 --lengths 2,3 --names a,b --json");
    JsonObject plan = JsonReader.parse(run.out()).asObject();
    assertThat(plan.<String>read("unit", JsonValue::asString)).isEqualTo("bit");
    assertThat(plan.<Long>read("row", JsonValue::asLong)).isEqualTo(15);
    assertThat(plan.require("parts").asArray().items().get(1).asObject().fields())
        .containsKeys("name", "shape", "offset", "bytes");
  }

  @Test
  void numbersLookTheSameInEveryLanguage() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    String expected = run(SPLIT).out();
    try {
      Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(run(SPLIT).out()).isEqualTo(expected);
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }

  private Cli converted(String options) {
    return run("explain --type u8 --shape 2,4,4,3 --axis -1 --equal 3 " + options);
  }

  @Test
  void theTextHasTheConversionAndTheStack() {
    Cli run = converted("--to f32 --scale 0.5 --stack 1");
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().lines())
        .contains(
            "u8 [2, 4, 4, 3] along axis 3 into 3 parts: 32 rows of 3 bytes, to f32, x * 0.5 + 0.0",
            "  part 1 [2, 4, 4, 1]: bytes 1..1 of each row, 128 bytes of f32",
            "stacked to f32 [2, 3, 4, 4], 384 bytes");
    assertThat(run.out()).contains("convert");
  }

  @Test
  void theJsonHasThemToo() {
    Cli run = converted("--json --to f16 --bias 3,4 --join 0 --order 2,0");
    JsonObject json = JsonReader.parse(run.out()).asObject();
    assertThat(json.<String>read("type", JsonValue::asString)).isEqualTo("u8");
    assertThat(json.<String>read("to", JsonValue::asString)).isEqualTo("f16");
    JsonObject stacked = json.read("stacked", JsonValue::asObject);
    assertThat(stacked.toString()).contains("\"f16\"", "[4,4,4,1]", "128");
    JsonObject first = json.read("parts", JsonValue::asArray).items().getFirst().asObject();
    assertThat(first.<Long>read("start", JsonValue::asLong)).isEqualTo(2);
    assertThat(first.<String>read("rule", JsonValue::asString)).isEqualTo("x * 1.0 + 3.0");
    assertThat(first.<Long>read("bytes", JsonValue::asLong)).isEqualTo(64);
    assertThat(converted("--json").out()).doesNotContain("\"to\"", "stacked", "rule");
  }

  @Test
  void thePictureHasThemToo() throws IOException {
    assertThat(converted("--svg ./p.svg --to bf16 --stack 0").code()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(folder.resolve("p.svg")))
        .contains("to bf16, cast", "stacked to bf16 [3, 2, 4, 4], 192 bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--to f32", "--stack 0"})
  void aModelConvertsNothing(String how) {
    Cli run = converted(how + " --ir ./model.xml");
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("leave out --to, --stack and --join");
    assertThat(folder).isEmptyDirectory();
  }
}

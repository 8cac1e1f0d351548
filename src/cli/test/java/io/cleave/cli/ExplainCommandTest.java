package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}

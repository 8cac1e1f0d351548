package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `cleave explain` says of values that are converted, and of parts that become one tensor.
class ExplainConversionTest {
  @TempDir private Path folder;

  private static Cli explain(String... options) {
    List<String> args = new ArrayList<>(List.of("explain", "--device", "cpu", "--type", "u8"));
    args.addAll(List.of("--shape", "2,4,4,3", "--axis", "-1", "--equal", "3"));
    args.addAll(List.of(options));
    return Cli.run(args.toArray(String[]::new));
  }

  @Test
  void theTextHasTheConversionAndTheStack() {
    Cli run = explain("--to", "f32", "--scale", "0.5", "--stack", "1");
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
    Cli run = explain("--json", "--to", "f16", "--bias", "3,4", "--join", "0", "--order", "2,0");
    JsonObject json = JsonReader.parse(run.out()).asObject();
    assertThat(json.<String>read("type", JsonValue::asString)).isEqualTo("u8");
    assertThat(json.<String>read("to", JsonValue::asString)).isEqualTo("f16");
    JsonObject stacked = json.read("stacked", JsonValue::asObject);
    assertThat(stacked.toString()).contains("\"f16\"", "[4,4,4,1]", "128");
    JsonObject first = json.read("parts", JsonValue::asArray).items().getFirst().asObject();
    assertThat(first.<Long>read("start", JsonValue::asLong)).isEqualTo(2);
    assertThat(first.<String>read("rule", JsonValue::asString)).isEqualTo("x * 1.0 + 3.0");
    assertThat(first.<Long>read("bytes", JsonValue::asLong)).isEqualTo(64);
    assertThat(explain("--json").out()).doesNotContain("\"to\"", "stacked", "rule");
  }

  @Test
  void thePictureHasThemToo() throws IOException {
    Path svg = folder.resolve("plan.svg");
    assertThat(explain("--svg", svg.toString(), "--to", "bf16", "--stack", "0").code()).isZero();
    assertThat(Files.readString(svg))
        .contains("to bf16, cast", "stacked to bf16 [3, 2, 4, 4], 192 bytes");
    assertThat(explain("--svg", svg.toString()).code()).isZero();
    assertThat(Files.readString(svg)).doesNotContain("stacked", "bf16");
  }

  @Test
  void aModelConvertsNothing() {
    Path model = folder.resolve("model.xml");
    for (List<String> how : List.of(List.of("--to", "f32"), List.of("--stack", "0"))) {
      List<String> options = new ArrayList<>(how);
      options.addAll(List.of("--ir", model.toString()));
      Cli run = explain(options.toArray(String[]::new));
      assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(run.err()).contains("leave out --to, --stack and --join");
      assertThat(model).doesNotExist();
    }
  }
}

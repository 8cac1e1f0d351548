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

/// What `cleave split` prints and writes when all is well, and what of many files when not all is.
class SplitCommandTest {
  private static final String QKV =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy").toString();

  @TempDir private Path folder;

  @Test
  void splitWritesThePartsAndListsThem() {
    Cli run = split("--axis", "1", "--lengths", "4,-1,2", "--names", "q,k,v");
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().lines())
        .containsExactly(
            folder.resolve("qkv.q.npy") + "  f32 [8, 4, 16]  2048 bytes",
            folder.resolve("qkv.k.npy") + "  f32 [8, 6, 16]  3072 bytes",
            folder.resolve("qkv.v.npy") + "  f32 [8, 2, 16]  1024 bytes");
    assertThat(folder.resolve("qkv.k.npy")).hasSize(128 + 3072);
  }

  @Test
  void negativeNumbersArePlainArguments() {
    Cli run = split("--axis", "-1", "--lengths", "-1,2");
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).contains("[8, 12, 14]", "[8, 12, 2]");
    assertThat(split("--axis=-2", "--at", "-1").out()).contains("[8, 11, 16]", "[8, 1, 16]");
  }

  @Test
  void everyWayToCutIsThere() {
    assertThat(split("--axis", "0", "--equal", "2").out()).contains("[4, 12, 16]");
    assertThat(split("--axis", "0", "--nearly-equal", "3").out()).contains("[3, 12, 16]", "[2, 12");
    assertThat(split("--axis", "0", "--chunks-of", "5").out()).contains("[5, 12, 16]", "[3, 12");
    assertThat(split("--axis", "0", "--at", "1,3").out()).contains("[1, 12, 16]", "[5, 12, 16]");
    assertThat(split("--axis", "0", "--lengths", "8,0").out()).contains("[0, 12, 16]  0 bytes");
  }

  @Test
  void splitSpeaksJson() {
    JsonValue parts = JsonReader.parse(split("--axis", "0", "--equal", "2", "--json").out());
    assertThat(parts.asArray().items()).hasSize(2);
    assertThat(parts.asArray().items().get(1).asObject().<String>read("file", JsonValue::asString))
        .endsWith("qkv.1.npy");
  }

  @Test
  void splitRefusesToReplace() {
    Cli first = Cli.run("split", QKV, "--axis", "0", "--equal", "2", "--out", folder.toString());
    assertThat(first.code()).isEqualTo(ExitCode.DONE);
    Cli second = Cli.run("split", QKV, "--axis", "0", "--equal", "2", "--out", folder.toString());
    assertThat(second.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(second.err())
        .startsWith("cleave: " + folder.resolve("qkv.0.npy") + ": it is there already")
        .contains("--force");
    assertThat(second.out()).isEmpty();
    assertThat(split("--axis", "0", "--equal", "2").code()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void splitChecksItself() {
    assertThat(split("--axis", "1", "--equal", "3", "--verify").code()).isEqualTo(ExitCode.DONE);
    assertThat(split("--axis", "0", "--equal", "2", "--verify", "--format", "npz").out())
        .contains("qkv.1.npz  qkv  f32 [4, 12, 16]  3072 bytes");
  }

  @Test
  void splitTakesManyFilesAndGoesOnAfterAFailure() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.npy"), "no array");
    Path copy = Files.copy(Path.of(QKV), folder.resolve("copy.npy"));
    Cli run = split("--axis", "0", "--equal", "2", "--json", bad.toString(), copy.toString());
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("cleave: " + bad + ": ");
    List<JsonValue> parts = JsonReader.parse(run.out()).asArray().items();
    assertThat(parts).hasSize(5);
    JsonObject failed = parts.get(2).asObject();
    assertThat(failed.fields().keySet()).containsExactly("input", "problem");
    assertThat(failed.<String>read("input", JsonValue::asString)).isEqualTo(bad.toString());
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "cleave: " + failed.<String>read("problem", JsonValue::asString));
    JsonObject last = parts.get(4).asObject();
    assertThat(last.<String>read("input", JsonValue::asString)).isEqualTo(copy.toString());
    assertThat(last.<String>read("tensor", JsonValue::asString)).isEqualTo("copy");
    assertThat(last.<Long>read("part", JsonValue::asLong)).isEqualTo(1);
    assertThat(last.<Long>read("bytes", JsonValue::asLong)).isEqualTo(3072);
  }

  private Cli split(String... options) {
    List<String> args = new ArrayList<>(List.of("split", QKV, "--force", "--out"));
    args.add(folder.toString());
    args.addAll(List.of(options));
    return Cli.run(args.toArray(String[]::new));
  }
}

package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.cli.print.ExitCode;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `cleave explain`: plan and route of a file, of its tensors or of none, in words, as JSON, drawn.
class ExplainCommandTest {
  private static final String QKV =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy").toString();

  @TempDir private Path folder;

  @Test
  void explainPrintsPlanDeviceAndRoute() {
    Cli run = Cli.run("explain", QKV, "--axis", "1", "--equal", "3");
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .startsWith("f32 [8, 12, 16] along axis 1 into 3 parts: 8 rows of 768 bytes")
        .contains("part 2 [8, 4, 16]: bytes 512..767 of each row, 2048 bytes")
        .contains("on cpu (")
        .contains("route cpu");
  }

  @Test
  void autoSaysWhatIsRecorded() {
    Cli run =
        Cli.run(
            "explain",
            "--shape",
            "4096,4096",
            "--type",
            "f32",
            "--axis",
            "1",
            "--equal",
            "4",
            "--device",
            "auto");
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains("on cpu (")
        .contains(
            "; expected, nothing is recorded of host: 16384 bytes of 4 x 4096; 64 MiB; native to"
                + " native, aligned to 64; alone");
  }

  @Test
  void explainDrawsAndNamesTheParts() throws IOException {
    Path svg = folder.resolve("qkv.svg");
    String[] args = {
      "explain", QKV, "--axis", "1", "--equal", "3", "--names", "q,k,v", "--svg", svg.toString()
    };
    Cli run = Cli.run(args);
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    // Nothing of the drawing: this is no terminal.
    assertThat(run.out().lines().skip(3).findFirst())
        .contains("  part 2 [8, 4, 16]: bytes 512..767 of each row, 2048 bytes, named v");
    assertThat(run.out()).startsWith("f32 [8, 12, 16]").contains("route cpu");
    assertThat(svg).content().startsWith("<svg").contains(">q<", "route cpu", "</svg>");
    String again = Files.readString(svg);
    assertThat(Cli.run(args).code()).isEqualTo(ExitCode.DONE);
    assertThat(svg).content().isEqualTo(again);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(svg);
    }
    String[] json = Arrays.copyOf(args, args.length - 1);
    json[json.length - 1] = "--json";
    assertThat(Cli.run(json).out()).contains("\"name\": \"k\"");
  }

  @Test
  void aDrawingTakesThePlaceOfALink() throws IOException {
    Path real = Files.writeString(folder.resolve("real.svg"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.svg"), real);
    assertThat(draw(link).code()).isEqualTo(ExitCode.DONE);
    assertThat(link).content().startsWith("<svg");
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(real).hasContent("old");
  }

  @Test
  void aDrawingGoesIntoAPipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "there is no /usr/bin/mkfifo");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process reader = new ProcessBuilder("cat", pipe.toString()).start();
    try {
      assertThat(draw(pipe).code()).isEqualTo(ExitCode.DONE);
      assertThat(Files.isRegularFile(pipe)).isFalse();
      assertThat(reader.inputReader().readLine()).startsWith("<svg");
    } finally {
      reader.destroy();
    }
  }

  private static Cli draw(Path svg) {
    return Cli.run("explain", QKV, "--axis", "1", "--equal", "3", "--svg", svg.toString());
  }

  @Test
  void explainTakesEveryTensorOfAFile() {
    String bundle = folder.resolve("qkv.npz").toString();
    Cli.run(
        "split",
        QKV,
        "--axis",
        "1",
        "--lengths",
        "4,8",
        "--format",
        "npz",
        "--bundle",
        "--out",
        folder.toString());
    Cli all = Cli.run("explain", bundle, "--axis", "2", "--equal", "2");
    assertThat(all.err()).isEmpty();
    assertThat(all.out().lines().filter(line -> line.endsWith(":") || line.startsWith("f32")))
        .containsExactly(
            "qkv.0:",
            "f32 [8, 4, 16] along axis 2 into 2 parts: 32 rows of 64 bytes",
            "qkv.1:",
            "f32 [8, 8, 16] along axis 2 into 2 parts: 64 rows of 64 bytes");
    assertThat(
            JsonReader.parse(
                    Cli.run("explain", bundle, "--axis", "2", "--equal", "2", "--json").out())
                .asArray()
                .items())
        .extracting(one -> one.asObject().<String>read("tensor", JsonValue::asString))
        .containsExactly("qkv.0", "qkv.1");
    assertThat(Cli.run("explain", bundle, "--axis", "2", "--equal", "2", "--tensor", "*1").out())
        .startsWith("f32 [8, 8, 16] along axis 2");
    assertThat(
            Cli.run(
                    "explain",
                    bundle,
                    "--axis",
                    "2",
                    "--equal",
                    "2",
                    "--svg",
                    folder.resolve("x.svg").toString())
                .err())
        .contains("--svg draws one tensor, and " + bundle + " has 2; choose one with --tensor");
  }

  @Test
  void explainTakesRawBytes() throws IOException {
    Path raw = Files.write(folder.resolve("x.raw"), new byte[6]);
    assertThat(
            Cli.run(
                    "explain",
                    raw.toString(),
                    "--shape",
                    "4,3",
                    "--type",
                    "u4",
                    "--axis",
                    "1",
                    "--lengths",
                    "1,2")
                .out())
        .startsWith("u4 [4, 3] along axis 1 into 2 parts: 4 rows of 12 bits");
  }

  @Test
  void explainNeedsNoFile() {
    JsonValue plan =
        JsonReader.parse(
            Cli.run(
                    "explain",
                    "--shape",
                    "2,5",
                    "--type",
                    "u3",
                    "--axis",
                    "1",
                    "--lengths",
                    "2,3",
                    "--json")
                .out());
    assertThat(plan.asObject().<String>read("unit", JsonValue::asString)).isEqualTo("bit");
    assertThat(plan.asObject().<Long>read("row", JsonValue::asLong)).isEqualTo(15);
  }

  @Test
  void numbersLookTheSameInEveryLanguage() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    String expected = Cli.run("explain", QKV, "--axis", "1", "--equal", "3").out();
    try {
      Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(Cli.run("explain", QKV, "--axis", "1", "--equal", "3").out()).isEqualTo(expected);
      assertThat(Cli.run("explain", QKV, "--axis", "5", "--equal", "3").err())
          .contains("axis 5 must lie in -3..2");
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }
}

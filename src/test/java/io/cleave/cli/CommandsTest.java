package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the commands print and write when all is well.
class CommandsTest {
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
        .startsWith("cleave: " + folder.resolve("qkv.0.npy") + " is there already")
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

  @Test
  void whatFailsIsInTheJsonAlsoIfAllDoes() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.npy"), "no array");
    String missing = folder.resolve("missing.npy").toString();
    for (List<String> inputs : List.of(List.of(missing), List.of(missing, bad.toString()))) {
      List<String> args = new ArrayList<>(List.of("split", "--axis", "0", "--equal", "2"));
      args.addAll(List.of("--json", "--out", folder.resolve("none").toString()));
      args.addAll(inputs);
      Cli run = Cli.run(args.toArray(String[]::new));
      assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(run.err().lines()).hasSameSizeAs(inputs).allMatch(s -> s.startsWith("cleave: "));
      assertThat(JsonReader.parse(run.out()).asArray().items())
          .extracting(one -> one.asObject().<String>read("input", JsonValue::asString))
          .isEqualTo(inputs);
    }
  }

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
  void aDrawingGoesThroughALink() throws IOException {
    Path real = Files.writeString(folder.resolve("real.svg"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.svg"), real);
    assertThat(draw(link).code()).isEqualTo(ExitCode.DONE);
    assertThat(link).isSymbolicLink().content().startsWith("<svg");
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
  void devicesListsTheCpu() {
    assertThat(Cli.run("devices").out()).startsWith("cpu (Java");
    JsonObject json = JsonReader.parse(Cli.run("devices", "--json").out()).asObject();
    List<JsonValue> devices = json.require("devices").asArray().items();
    assertThat(devices.getFirst().asObject().<String>read("kind", JsonValue::asString))
        .isEqualTo("java");
    assertThat(json.fields()).containsKey("missing");
  }

  @Test
  void verifyRunsTheShippedCases() {
    Cli run = Cli.run("verify", "--device", "cpu");
    assertThat(run.out()).isEqualToIgnoringNewLines("979 passed, 0 failed");
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void verifyRunsGivenCasesAndGoesOnAfterAFailure() throws IOException {
    Path cases =
        Files.write(
            folder.resolve("my.jsonl"),
            List.of(
                caseOf("good", "[2, 4]", "{\"shapes\": [[2], [4]]}"),
                "this is no case",
                caseOf("wrong", "[2, 4]", "{\"shapes\": [[3], [3]]}"),
                caseOf("refused", "[2, 5]", "{\"error\": \"7 is not 6\"}"),
                caseOf("accepted", "[2, 4]", "{\"error\": \"it is fine\"}")));
    Cli run = Cli.run("verify", "--cases", cases.toString());
    assertThat(run.code()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(run.out().lines()).hasSize(4);
    assertThat(run.out())
        .contains(cases + ":2: ", ":3: wrong: failed", ":5: accepted: failed")
        .endsWith("2 passed, 3 failed" + System.lineSeparator());
  }

  @Test
  void verifyOnAllDevicesNamesThem() throws IOException {
    Path one = cases("one.jsonl", caseOf("good", "[2, 4]", "{\"shapes\": [[2], [4]]}"));
    Cli run = Cli.run("verify", "--device", "all", "--cases", one.toString());
    assertThat(run.out()).startsWith("cpu: 1 passed, 0 failed");
    assertThat(run.out().lines()).allMatch(line -> line.endsWith(": 1 passed, 0 failed"));
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "split", "explain", "inspect", "devices", "verify"})
  void everyCommandHasHelp(String command) {
    Cli run = command.isEmpty() ? Cli.run("--help") : Cli.run(command, "--help");
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).startsWith("Usage: cleave").contains("--help");
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

  private Cli split(String... options) {
    List<String> args = new ArrayList<>(List.of("split", QKV, "--force", "--out"));
    args.add(folder.toString());
    args.addAll(List.of(options));
    return Cli.run(args.toArray(String[]::new));
  }

  private Path cases(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  private static String caseOf(String id, String lengths, String expect) {
    return """
    {"id": "%s", "origin": "test", "op": "VariadicSplit-1", "element_type": "u8", "shape": [6], \
    "data": "iota", "axis": {"value": 0, "type": "i64", "shape": []}, \
    "split_lengths": {"value": %s, "type": "i64", "shape": [2]}, "expect": %s}\
    """
        .formatted(id, lengths, expect);
  }
}

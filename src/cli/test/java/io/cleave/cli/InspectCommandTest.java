package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {
  private static final Path QKV =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy");

  private static final String HEADER =
      """
      {"__metadata__":{"format":"pt\\u001b[31m"},\
      "a\\n\\u001b[31m":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},\
      "w":{"dtype":"F32","shape":[1,2],"data_offsets":[8,16]},\
      "c":{"dtype":"C64","shape":[],"data_offsets":[16,24]}}\
      """;

  @TempDir private Path folder;

  private Cli run(String command) {
    return Cli.run(folder, command);
  }

  @BeforeEach
  void write() throws IOException {
    byte[] text = HEADER.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.wrap(new byte[8 + text.length + 24]);
    bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(text.length).put(text);
    Files.write(folder.resolve("m.safetensors"), bytes.array());
    try (var zip = new ZipOutputStream(Files.newOutputStream(folder.resolve("a.npz")))) {
      zip.putNextEntry(new ZipEntry("x/qkv.npy"));
      Files.copy(QKV, zip);
      zip.putNextEntry(new ZipEntry("readme.txt"));
    }
    Files.write(folder.resolve("r.bin"), new byte[12]);
  }

  @Test
  void listsWhatFilesHold() {
    Cli run = run("inspect IN ./m.safetensors ./a.npz").succeeded();
    assertThat(run.out().lines())
        .contains(
            QKV + ": npy, 1 tensor",
            "  qkv  f32 [8, 12, 16]  6144 bytes at 128",
            folder.resolve("m.safetensors") + ": safetensors, 3 tensors",
            "  format = \"pt\\u001b[31m\"",
            "  w  f32 [1, 2]  8 bytes at " + (16 + HEADER.length()),
            "  c  dtype \"C64\" []  8 bytes, cannot be split: dtype \"C64\" is no element type;"
                + " choose other tensors, or save this one as another type",
            folder.resolve("a.npz") + ": npz, 1 tensor",
            "  readme.txt  no tensor, ignored")
        .anyMatch(line -> line.matches("  x/qkv {2}f32 .* 6144 bytes, deflated to \\d+ at \\d+"));
  }

  @Test
  void takesTheCallersWord() {
    assertThat(run("inspect ./r.bin --type u3 --shape 4,8").out())
        .contains("r.bin: raw, 1 tensor", "  r  u3 [4, 8]  12 bytes at 0");
    assertThat(run("inspect IN --type i32").out()).contains("i32 [8, 12");
  }

  @Test
  void oneBadFileDoesNotStopTheOthers() {
    Cli run = run("inspect ./r.bin ./absent.npz IN");
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).contains("qkv.npy: npy, 1 tensor").doesNotContain("r.bin");
    assertThat(run.err().lines())
        .containsExactly(
            "cleave: %s/r.bin: it holds 12 bare bytes; give their type and shape, such as f32 and 2,3"
                .formatted(folder),
            "cleave: %s/absent.npz: it does not exist, or its folder may not be read; check the name"
                .formatted(folder));
  }

  @Test
  void speaksJson() {
    Cli run = run("inspect --json ./m.safetensors ./r.bin ./a.npz");
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    List<JsonValue> files = run.json().items();
    assertThat(files).hasSize(3);
    JsonValue first = files.getFirst();
    assertThat(first.require("format").asString()).isEqualTo("safetensors");
    List<JsonValue> tensors = first.require("tensors").items();
    assertThat(tensors.getFirst().require("bytes").asLong()).isEqualTo(8);
    assertThat(tensors.getLast().fields()).containsKey("problem");
    assertThat(files.get(1).fields()).containsKey("problem");
    JsonValue last = files.getLast();
    assertThat(last.require("tensors").items().getFirst().fields())
        .containsKeys("offset", "deflated_bytes");
    assertThat(last.require("others").items()).hasSize(1);
  }

  @Test
  void namesOfFilesCannotCommandATerminal() throws IOException {
    Path hostile = Files.copy(QKV, folder.resolve("e\u001b[31m\u202ex.npy"));
    Files.write(hostile, new byte[] {7}, StandardOpenOption.APPEND);
    Cli inspect = Cli.start(Map.of(), "inspect", hostile.toString());
    assertThat(inspect.out())
        .startsWith("\"" + folder + "/e\\u001b[31m\\u202ex.npy\": npy, 1 tensor")
        .doesNotContain("\u001b", "\u202e");
    assertThat(inspect.err())
        .contains("e?[31m?x.npy has 1 bytes after its data; they are ignored")
        .doesNotContain("\u001b", "\u202e");
    Cli split = run("split IN --axis 0 --equal 2 --out ./o\u001b[31mut").succeeded();
    assertThat(split.out()).contains("o\\u001b[31mut").doesNotContain("\u001b");
  }

  @Test
  void namesInFilesCannotCommandATerminal() {
    String how = " ./m.safetensors --tensor a* --tensor w --axis -1 --equal 2";
    assertThat(run("split --out ./out" + how).out() + run("explain" + how).out())
        .contains("\"a\\n\\u001b[31m\"  f32", "\"a\\n\\u001b[31m\":")
        .doesNotContain("\u001b");
  }
}

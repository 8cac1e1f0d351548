package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Seeds;
import io.cleave.cli.Cli;
import io.cleave.file.SparseFile;
import io.cleave.file.npy.NpyBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The command line with shapes that nobody has, files beyond 4 GiB, and more parts than a terminal
/// shows.
@Timeout(600)
class LimitCommandsTest {
  private static final long GIB = 1L << 30;

  @TempDir Path folder = Path.of("");

  private static Cli explain(String shape, String type, String... cut) {
    List<String> args = new ArrayList<>(List.of("explain", "--shape", shape, "--type", type));
    args.addAll(List.of(cut));
    return Cli.run(args.toArray(String[]::new));
  }

  @Test
  void explainPrintsNumbersBeyond32Bits() {
    Cli run = explain("3,4294967297,2", "f32", "--axis", "1", "--lengths", "4294967296,-1");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("f32 [3, 4294967297, 2] along axis 1 into 2 parts: 3 rows of 34359738376 bytes")
        .contains("[3, 4294967296, 2]: bytes 0..34359738367 of each row, 103079215104 bytes")
        .contains("[3, 1, 2]: bytes 34359738368..34359738375 of each row, 24 bytes");
  }

  @Test
  void explainPrintsTheLastBitThatIsCounted() {
    Cli run = explain("9223372036854775807", "u1", "--axis", "0", "--lengths", "-1,1");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("bits 0..9223372036854775805, 1152921504606846976 bytes")
        .contains("bits 9223372036854775806..9223372036854775806, 1 byte");
    Cli json = explain("9223372036854775807", "u1", "--axis", "0", "--lengths", "-1,1", "--json");
    assertThat(json.out()).contains("9223372036854775806");
  }

  @Test
  void explainDrawsWhatIsHuge() throws IOException {
    Path svg = folder.resolve("huge.svg");
    Cli run =
        explain(
            "1152921504606846975", "u8", "--axis", "0", "--equal", "15", "--svg", svg.toString());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(Files.readString(svg)).contains("1152921504606846975").doesNotContain("NaN");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"4294967296,4294967296", "9223372036854775808", "1152921504606846976,8", "-1"})
  void aShapeBeyondNumbersIsOneSentence(String shape) throws IOException {
    Path raw = Files.write(folder.resolve("x.raw"), new byte[8]);
    for (Cli run :
        List.of(
            explain(shape, "u8", "--axis", "0", "--equal", "2"),
            split(raw, "--shape", shape, "--type", "u8", "--axis", "0", "--equal", "2"))) {
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err()).startsWith("cleave: ").hasLineCount(1);
    }
    assertThat(out()).doesNotExist();
  }

  @Test
  void aShapeBeyondTheFileIsRefusedWithBothSizes() throws IOException {
    Path raw = Files.write(folder.resolve("x.raw"), new byte[8]);
    Cli run =
        split(raw, "--shape", "1099511627776,3", "--type", "f64", "--axis", "0", "--equal", "2");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains("f64 [1099511627776, 3] takes 26388279066624 bytes, and the file has 8; give")
        .hasLineCount(1);
    assertThat(out()).doesNotExist();
  }

  private Path out() {
    return folder.resolve("out");
  }

  private Cli split(Path file, String... options) {
    Stream<String> first = Stream.of("split", file.toString(), "--out", out().toString());
    return Cli.run(Stream.concat(first, Stream.of(options)).toArray(String[]::new));
  }

  /// Two rows of more than 2 GiB: the system copies what lies before, the last part is beyond.
  @Test
  void aFileBeyondFourGibibytesIsSplit() throws IOException {
    assumeTrue(Seeds.rounds(0, 1) == 1, "writes 4 GiB; -Pthorough tries it");
    long columns = 2 * GIB + 77;
    Path file = sparse(columns);
    Cli run = split(file, "--axis", "1", "--lengths", "-1,5", "--verify");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("u8 [2, 2147483720]  4294967440 bytes");
    byte[] last = Files.readAllBytes(out().resolve("x.1.npy"));
    assertThat(last).endsWith(0, 0, 0, 0, 1, 0, 0, 0, 0, 2);
  }

  /// A file without blocks: the last element of each row is its number.
  private Path sparse(long columns) throws IOException {
    byte[] header = NpyBytes.file(1, NpyBytes.text("|u1", false, 2, columns));
    Path file = Files.write(folder.resolve("x.npy"), header);
    assumeTrue(SparseFile.extend(file, 2 * columns, (byte) 2), "no room for a sparse file");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {1}), header.length + columns - 1);
    }
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"npz", "safetensors"})
  void aHundredThousandPartsAreWritten(String format) throws IOException {
    int parts = Seeds.rounds(10_000, 100_000);
    Path raw = Files.write(folder.resolve("x.raw"), NpyBytes.data(parts * 3));
    Cli run = bundle(raw, parts, format);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out().lines()).hasSize(parts);
    Cli inspected = Cli.run("inspect", out().resolve("x." + format).toString());
    assertThat(inspected.out()).contains(String.valueOf(parts - 1));
  }

  /// Each in a file of its own, of which not all may be open at once.
  @Test
  void aHundredThousandFilesAreWritten() throws IOException {
    int parts = Seeds.rounds(2_000, 100_000);
    byte[] data = NpyBytes.data(parts * 3);
    Path raw = Files.write(folder.resolve("x.raw"), data);
    Cli run =
        split(
            raw,
            "--shape",
            parts + ",3",
            "--type",
            "u8",
            "--axis",
            "0",
            "--equal",
            String.valueOf(parts));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out().lines()).hasSize(parts);
    for (int i = 0; i < parts; i++) {
      byte[] part = Files.readAllBytes(out().resolve("x.%d.raw".formatted(i)));
      assertThat(part).as("part %d", i).isEqualTo(Arrays.copyOfRange(data, 3 * i, 3 * i + 3));
    }
    assertThat(out().toFile().list()).hasSize(parts);
  }

  private Cli bundle(Path raw, int parts, String format) {
    return split(
        raw,
        "--shape",
        parts + ",3",
        "--type",
        "u8",
        "--axis",
        "0",
        "--equal",
        String.valueOf(parts),
        "--format",
        format,
        "--bundle");
  }

  @Test
  void aCaseOfAHundredThousandPartsPasses() throws IOException {
    String shapes = String.join(",", Collections.nCopies(100_000, "[3,1]"));
    String line =
        """
        {"id":"many","origin":"here","op":"Split-1","element_type":"u16","shape":[3,100000],\
        "data":"iota","axis":{"value":1,"type":"i64","shape":[]},"num_splits":100000,\
        "expect":{"shapes":[%s]}}
        """
            .formatted(shapes);
    Path cases = Files.writeString(folder.resolve("many.jsonl"), line);
    Cli run = Cli.run("verify", "--cases", cases.toString(), "--device", "cpu");
    assertThat(run.out()).endsWith("1 passed, 0 failed\n");
  }

  @Test
  void nothingIsWrittenAndRead() throws IOException {
    for (String shape : List.of("0,3", "3,0", "0,0")) {
      for (String format : List.of("npy", "npz", "safetensors", "raw")) {
        Path raw = Files.write(folder.resolve("x.raw"), new byte[0]);
        List<String> options =
            List.of("--shape", shape, "--type", "f32", "--axis", "1", "--nearly-equal", "2");
        List<String> all = new ArrayList<>(options);
        Collections.addAll(all, "--format", format, "--force", "--verify");
        Cli run = split(raw, all.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("  0 bytes");
      }
    }
  }
}

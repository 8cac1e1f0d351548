package io.cleave.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.cli.Cli;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.Format;
import io.cleave.file.Limits;
import io.cleave.file.MalformedFileException;
import io.cleave.file.Opened;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.ZipBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.ir.Model;
import io.cleave.ir.TestModel;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What takes more than it may is refused in one sentence, and what takes less needs no more memory
/// than is promised.
class InputLimitsTest {
  private static final int EIGHTH = 1 << 17;
  private static final int MIB = 1 << 20;

  @TempDir private Path folder = Path.of("");

  /// Reads a file; says what is wrong with it.
  static String read(Path file, Limits limits) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      if (file.toString().endsWith(".xml")) {
        Model.read(file, limits).splits();
      } else {
        Opened.open(file, ReadOptions.asStored().within(limits), arena);
      }
      return "";
    } catch (IllegalArgumentException | MalformedFileException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void aHeaderThatIsTooLargeIsRefused() throws IOException {
    for (Path file : new HostileInputs(folder, EIGHTH).write().values()) {
      assertThat(read(file, Limits.standard().withHeader(EIGHTH / 2)))
          .matches(
              ".*(its header|its text|the archive's directory) takes [0-9]+ bytes, more than the"
                  + " limit of 65536; if that is meant, raise the limit of headers to [0-9]+");
      assertThat(read(file, Limits.standard())).doesNotContain("limit of");
    }
  }

  /// In a process with the heap that is promised for it, and what the JVM needs.
  @Test
  void headersTakeNoMoreThanIsPromised() throws IOException {
    int bytes = MIB;
    new HostileInputs(folder, bytes).write();
    long heap = (long) Limits.HEAP_PER_HEADER_BYTE * bytes + 8 * MIB;
    ProcessBuilder reader =
        Cli.java("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp");
    reader.command().add(System.getProperty("java.class.path"));
    reader.command().addAll(List.of(Reader.class.getName(), folder.toString()));
    assertThat(Cli.run(reader)).returns("20 files", Cli::out).returns(0, Cli::code);
  }

  /// Reads all files of a folder, one after the other.
  static final class Reader {
    private Reader() {}

    static void main(String[] folders) throws IOException {
      int count = 0;
      try (var files = Files.newDirectoryStream(Path.of(folders[0]))) {
        for (Path file : files) {
          try {
            read(file, Limits.standard());
            count++;
          } catch (OutOfMemoryError e) {
            IO.print(file.getFileName() + " ");
          }
        }
      }
      IO.print(count + " files");
    }
  }

  private Path bomb() throws IOException {
    byte[] zeros = NpyBytes.file(1, NpyBytes.text("|u1", false, 8, MIB), new byte[8 * MIB]);
    Path file = folder.resolve("bomb.npz");
    return Files.write(file, ZipBytes.deflated(Map.of("a.npy", zeros, "b.npy", zeros)));
  }

  private SplitJob job(Path input, Limits limits) {
    Target target = new Target(folder.resolve("out"), List.of(), Format.NPY, false, false, true);
    ReadOptions reading = ReadOptions.asStored().within(limits);
    return new SplitJob(
        input, reading, List.of(), data -> SplitPlan.of(data, 0, Cut.inChunksOf(1)), target);
  }

  @Test
  void whatUnpacksToTooMuchIsRefused() throws IOException {
    Path bomb = bomb();
    assertThat(Files.size(bomb)).isLessThan(40_000);
    Limits limits = Limits.standard().withData(16 * MIB - 1);
    assertThat(read(bomb, limits))
        .isEqualTo(
            bomb
                + ": its tensors unpack to 16777216 bytes, more than the limit of 16777215; if that"
                + " is meant, raise the limit of data to 16777216");
    assertThat(read(bomb, limits.withData(16 * MIB))).isEmpty();
    try (var splitter = CpuSplitter.open()) {
      assertThatExceptionOfType(MalformedFileException.class)
          .isThrownBy(() -> new FileSplitter(splitter).write(job(bomb, limits)))
          .withMessageContaining("its tensors unpack to 16777216 bytes");
    }
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void whatIsCutIntoTooManyPartsIsRefused() throws IOException {
    Path bomb = bomb();
    Limits limits = Limits.standard().withParts(15);
    try (var splitter = CpuSplitter.open()) {
      assertThatExceptionOfType(MalformedFileException.class)
          .isThrownBy(() -> new FileSplitter(splitter).write(job(bomb, limits)))
          .withMessage(
              "%s: it would be cut into 16 parts, more than the limit of 15; if that is meant,"
                  + " raise the limit of parts to 16",
              bomb);
      assertThat(folder.resolve("out")).doesNotExist();
      assertThat(new FileSplitter(splitter).write(job(bomb, limits.withParts(16)))).hasSize(16);
    }
  }

  /// A model of some hundred bytes whose input comes out again and again.
  @Test
  void aModelThatMakesTooMuchIsRefused() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "4,6");
    for (int i = 0; i < 10; i++) {
      // One part of 8 bytes is wanted.
      int split = model.variadic("s" + i, x, model.scalar(1), model.list(2, -1), 2);
      model.result("r" + i, new TestModel.Out(split, 3)).result("x" + i, x);
    }
    Path xml = model.write(folder);
    Path data = folder.resolve("x.npy");
    Files.write(data, NpyBytes.file(1, NpyBytes.text("|u1", false, 4, 6), NpyBytes.data(24)));
    long made = 10 * (8 + 8 + 24);
    Cli refused = run(xml, data, "data=" + (made - 1));
    assertThat(refused.err())
        .contains(
            "with it the model makes 400 bytes, more than the limit of 399; if that is meant");
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(run(xml, data, "data=" + made).err()).isEmpty();
  }

  private Cli run(Path xml, Path data, String limit) {
    String out = folder.resolve("out").toString();
    String input = "x=" + data;
    return Cli.run(
        "run", xml.toString(), "--input", input, "--limit", limit, "--out", out, "--device", "cpu");
  }

  @Test
  void commandsTakeLimits() throws IOException {
    bomb();
    Path qkv = Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy");
    byte[] array = Files.readAllBytes(qkv);
    Files.write(folder.resolve("x.npy"), array);
    Files.write(folder.resolve("x.npz"), ZipBytes.deflated(Map.of("x.npy", array)));
    assertThat(new HostileInputs(folder, 10_000).write()).containsKey("ports.xml");
    for (String taken :
        List.of("inspect bomb.npz data=16M,header=1K", "inspect x.npy header=118")) {
      assertThat(limited(taken)).as(taken).isEmpty();
    }
    for (String refused :
        """
        inspect bomb.npz data=1M  | its tensors unpack to 16777216 bytes, more than the limit of 1048576
        split bomb.npz header=64  | the archive's directory takes
        explain bomb.npz header=64 | the archive's directory takes
        inspect x.npy header=117  | its header takes 118 bytes, more than the limit of 117
        explain x.npz header=100  | its header takes 118 bytes, more than the limit of 100
        ir ports.xml header=4K    | its text takes
        inspect bomb.npz size=1   | use one of header data parts
        inspect bomb.npz data=-1  | not a number of bytes such as 4096
        """
            .lines()
            .toList()) {
      String[] both = refused.split(" +\\| ", 2);
      assertThat(limited(both[0])).as(refused).contains(both[1]);
    }
  }

  /// The sentence of a command on standard error: its name, the file and the limit.
  private String limited(String command) {
    String[] words = command.split(" ", -1);
    List<String> all = new ArrayList<>(List.of(words[0], folder.resolve(words[1]).toString()));
    if (words[0].matches("split|explain")) {
      all.addAll(List.of("--axis", "0", "--equal", "2"));
    }
    all.addAll(List.of("--limit", words[2]));
    return Cli.run(all.toArray(String[]::new)).err();
  }
}

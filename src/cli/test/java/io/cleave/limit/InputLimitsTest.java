package io.cleave.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Jvm;
import io.cleave.TableTest;
import io.cleave.cli.Cli;
import io.cleave.file.Limits;
import io.cleave.file.MalformedFileException;
import io.cleave.file.Opened;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.SafetensorsBytes;
import io.cleave.file.format.ZipBytes;
import io.cleave.ir.Model;
import io.cleave.ir.TestModel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
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
    int bytes = MIB / 4;
    new HostileInputs(folder, bytes).write();
    long heap = (long) Limits.HEAP_PER_HEADER_BYTE * bytes + 8 * MIB;
    List<String> command = Jvm.running(Reader.class, "-Xmx" + heap);
    command.add(folder.toString());
    assertThat(Cli.run(new ProcessBuilder(command)))
        .returns("20 files", Cli::out)
        .returns(0, Cli::code);
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

  private Cli run(String command) {
    return Cli.run(folder, command);
  }

  /// Two tensors of 8 MiB in less than 40,000 bytes, the array of `test-data`, the same deflated,
  /// and files with large headers.
  private void writeFiles() throws IOException {
    byte[] zeros = NpyBytes.file(1, NpyBytes.text("|u1", false, 8, MIB), new byte[8 * MIB]);
    byte[] bomb = ZipBytes.deflated(Map.of("a.npy", zeros, "b.npy", zeros));
    assertThat(bomb).hasSizeLessThan(40_000);
    Files.write(folder.resolve("bomb.npz"), bomb);
    byte[] array =
        Files.readAllBytes(Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy"));
    Files.write(folder.resolve("x.npy"), array);
    Files.write(folder.resolve("x.npz"), ZipBytes.deflated(Map.of("x.npy", array)));
    String header =
        "{\"%s\":{\"dtype\":\"U8\",\"shape\":[100],\"data_offsets\":[0,100]}}"
            .formatted("t".repeat(1000));
    Files.write(folder.resolve("long.safetensors"), SafetensorsBytes.file(header, 100));
    assertThat(new HostileInputs(folder, 10_000).write()).containsKey("ports.xml");
  }

  @TableTest(
      """
      inspect ./bomb.npz --limit data=1M | its tensors unpack to 16777216 bytes, more than the limit of 1048576
      inspect ./bomb.npz --limit data=16777215 | raise the limit of data to 16777216 with --limit data=16777216
      split ./bomb.npz --axis 0 --chunks-of 1 --out ./out --limit data=16777215 | its tensors unpack to 16777216 bytes
      split ./bomb.npz --axis 0 --chunks-of 1 --out ./out --limit parts=15 | bomb.npz: it would be cut into 16 parts, more than the limit of 15
      split ./bomb.npz --axis 0 --equal 2 --out ./out --limit header=64 | the archive's directory takes
      explain ./bomb.npz --axis 0 --equal 2 --limit header=64 | the archive's directory takes
      split ./long.safetensors --axis 0 --equal 100 --bundle --out ./out --limit header=99999 | the header of a bundle of its parts takes 100000 bytes, more than the limit of 99999
      inspect ./x.npy --limit header=117 | its header takes 118 bytes, more than the limit of 117
      explain ./x.npz --axis 0 --equal 2 --limit header=100 | its header takes 118 bytes, more than the limit of 100
      ir ./ports.xml --limit header=4K | its text takes
      inspect ./bomb.npz --limit size=1 | use one of header data parts
      inspect ./bomb.npz --limit data=-1 | not a number of bytes such as 4096
      """)
  void commandsRefuseWhatIsMore(String command, String problem) throws IOException {
    writeFiles();
    assertThat(run(command).refused(problem).out()).isEmpty();
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void commandsTakeWhatIsAllowed() throws IOException {
    writeFiles();
    for (String taken :
        List.of(
            "inspect ./bomb.npz --limit data=16M,header=1K",
            "inspect ./x.npy --limit header=118",
            "split ./long.safetensors --axis 0 --equal 100 --bundle --out ./o --limit"
                + " header=100000",
            "split ./bomb.npz --axis 0 --chunks-of 1 --out ./out --limit data=16M,parts=16")) {
      assertThat(run(taken)).as(taken).returns("", Cli::err).returns(0, Cli::code);
    }
    assertThat(folder.resolve("out").toFile().list()).hasSize(16);
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
    assertThat(model.write(folder)).hasFileName("model.xml");
    Files.write(folder.resolve("x.npy"), NpyBytes.ofBytes(4, 6));
    long made = 10 * (8 + 8 + 24);
    String run = "run ./model.xml --input x=./x.npy --out ./out --device cpu --limit data=";
    assertThat(run(run + (made - 1)).err())
        .contains(
            "with it the model makes 400 bytes, more than the limit of 399; if that is meant");
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(run(run + made).err()).isEmpty();
  }
}

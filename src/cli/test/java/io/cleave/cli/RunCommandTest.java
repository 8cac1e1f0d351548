package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Tensor;
import io.cleave.cli.print.ExitCode;
import io.cleave.conformance.NaiveSplit;
import io.cleave.file.Format;
import io.cleave.file.Opened;
import io.cleave.file.io.TensorLoader;
import io.cleave.file.io.TensorWriter;
import io.cleave.ir.TestModel;
import io.cleave.json.JsonReader;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `cleave run`: whole models and single splits, what they take, and what is refused.
class RunCommandTest {
  private static final Path MODELS =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "ir");

  @TempDir private Path folder;

  private static String model(String name) {
    return MODELS.resolve(name + ".xml").toString();
  }

  private Path write(String name, ElementType type, byte[] bytes, long... shape)
      throws IOException {
    Tensor tensor = new Tensor(type, Shape.of(shape), MemorySegment.ofArray(bytes));
    int dot = name.lastIndexOf('.');
    Format format = Format.parse(name.substring(dot + 1));
    return new TensorWriter(folder, false, false)
        .write(format, Map.of(name.substring(0, dot), tensor))
        .getFirst();
  }

  private byte[] read(String out, String name) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Path file = folder.resolve(out).resolve(name);
      Opened opened = Opened.open(file, arena);
      return TensorLoader.load(opened.tensors().getFirst(), opened.stored().mapped(), arena)
          .data()
          .toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private Cli run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("run"));
    all.addAll(Arrays.asList(arguments));
    all.addAll(List.of("--out", folder.resolve("out").toString()));
    return Cli.run(all.toArray(String[]::new));
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({
    "variadic-split-1, 0, '1,2,3', cpu",
    "variadic-split-1, 0, '1,2,3', pocl",
    "variadic-split-2, 0, '4,2', cpu",
    "variadic-split-2, 0, '4,2', pocl",
    "split-1, 1, '4,4,4', cpu",
    "split-1, 1, '4,4,4', pocl"
  })
  void theExamplesOfTheSpecificationRun(String name, int axis, String lengths, String device)
      throws IOException {
    byte[] bytes = random(6 * 12 * 10 * 24 * 4);
    Path data = write("data.npy", ElementType.F32, bytes, 6, 12, 10, 24);
    Cli run = run(model(name), "--input", "data=" + data, "--device", device);
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    long[] cut = Stream.of(lengths.split(",")).mapToLong(Long::parseLong).toArray();
    List<byte[]> parts =
        new NaiveSplit(Shape.of(6, 12, 10, 24), axis, cut)
            .split(MemorySegment.ofArray(bytes), ElementType.F32);
    for (int i = 0; i < cut.length; i++) {
      assertThat(read("out", "part" + i + ".npy")).isEqualTo(parts.get(i));
      assertThat(run.out()).contains("part" + i + ".npy  f32 [");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "pocl"})
  void aChainOfSplitsRunsWithWhatComesInAtRunTime(String device) throws IOException {
    byte[] bytes = random(2 * 12 * 3 * 4);
    Path tokens = write("tokens.npy", ElementType.F32, bytes, 2, 12, 3);
    Path lengths =
        write("lengths.npy", ElementType.I32, TestModel.integers(ElementType.I32, 3, 1, -1), 3);
    Cli run =
        run(
            model("chain"),
            "--input",
            "tokens:0=" + tokens,
            "--input",
            "head_lengths=" + lengths,
            "--device",
            device,
            "--json");
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(JsonReader.parse(run.out()).asArray().items()).hasSize(4);
    MemorySegment data = MemorySegment.ofArray(bytes);
    Shape shape = Shape.of(2, 12, 3);
    byte[] q = NaiveSplit.part(data, ElementType.F32, shape, 1, 0, 3);
    assertThat(read("out", "att%2Fq.npy")).isEqualTo(q);
    assertThat(read("out", "att%2Fq~2.npy")).isEqualTo(q);
    assertThat(read("out", "left.npy"))
        .isEqualTo(NaiveSplit.part(data, ElementType.F32, shape, 1, 4, 4));
    assertThat(read("out", "the far quarter.npy"))
        .isEqualTo(NaiveSplit.part(data, ElementType.F32, shape, 1, 10, 2));
  }

  @Test
  void oneSplitOfAnyModelRuns() throws IOException {
    byte[] bytes = random(16 * 4 * 4);
    Path data = write("data.npy", ElementType.F32, bytes, 1, 16, 4);
    Cli run = run(model("network"), "--layer", "block/split", "--data", data.toString());
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(read("out", "middle.npy")).isEqualTo(Arrays.copyOfRange(bytes, 128, 192));
    assertThat(read("out", "right.npy")).isEqualTo(Arrays.copyOfRange(bytes, 192, 256));
  }

  @Test
  void whatTheModelComputesAtRunTimeIsGivenByOptions() throws IOException {
    Path data = write("data.npy", ElementType.F32, random(144), 1, 12, 3);
    String[] layer = {model("chain"), "--layer", "qkv", "--data", data.toString()};
    assertThat(run(layer).err())
        .contains(
            "not all of layer 30 \"qkv\" is known: the model computes it when it runs; use"
                + " --lengths");
    List<String> given = new ArrayList<>(Arrays.asList(layer));
    given.addAll(List.of("--lengths", "5,-1,0"));
    Cli run = run(given.toArray(String[]::new));
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).contains("[1, 5, 3]", "[1, 7, 3]", "[1, 0, 3]", "att%2Fk.npy");
    given.addAll(List.of("--axis", "1"));
    assertThat(run(given.toArray(String[]::new)).err()).contains("is a constant of the model");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run network --input image=DATA              | layer 2 "conv/1": Convolution cannot be run
          run network --layer conv/1 --data DATA      | it is a Convolution and no split
          run network --layer nope --data DATA        | no layer is named "nope"
          run network --layer block/split --data DATA | the data is u8 [2, 3], which it cannot get
          run network --layer block/split             | Missing required
          run network --layer block/split --data DATA --input x=DATA | leave one out
          run split-1                                 | input "data", f32 [6, 12, 10, 24] is missing
          run split-1 --input nope=DATA               | no inputs are named "nope"
          run split-1 --input data                    | has no '='
          run split-1 --input data=DATA               | is given u8 [2, 3], which does not fit
          run split-1 --input data=DATA --input data=DATA | is given twice
          run split-1 --input data=missing.npy        | missing.npy: it does not exist
          run split-1 --input data=DATA --device nope | which does not fit
          ir missing                                  | does not exist
          ir network --layer nope                     | no layer is named
          """)
  void badUseIsOneSentence(String command, String problem) throws IOException {
    Path data = write("data.npy", ElementType.U8, new byte[6], 2, 3);
    List<String> arguments = new ArrayList<>(List.of(command.split(" +")));
    arguments.set(1, model(arguments.get(1)));
    arguments.replaceAll(argument -> argument.replace("DATA", data.toString()));
    if (arguments.getFirst().equals("run")) {
      arguments.addAll(List.of("--out", folder.resolve("out").toString()));
    }
    Cli run = Cli.run(arguments.toArray(String[]::new));
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).startsWith("cleave: ").hasLineCount(1).contains(problem);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aSplitThatFailsHalfwayLeavesNothing() throws IOException {
    Path data = write("data.npy", ElementType.F32, random(96), 2, 12, 1);
    Path lengths =
        write("lengths.npy", ElementType.I32, TestModel.integers(ElementType.I32, 2, 2, -1), 3);
    Cli run = run(model("chain"), "--input", "tokens:0=" + data, "--input", "lengths=" + lengths);
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
    Path odd = write("odd.npy", ElementType.I32, TestModel.integers(ElementType.I32, 2, 1, -2), 3);
    Path none = folder.resolve("none");
    Cli failed =
        Cli.run(
            "run %s --input tokens:0=%s --input lengths=%s --out %s"
                .formatted(model("chain"), data, odd, none)
                .split(" "));
    assertThat(failed.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(failed.err()).contains("layer 30 \"qkv\"").hasLineCount(1);
    assertThat(none).doesNotExist();
  }

  @Test
  void anInputIsNotReplaced() throws IOException {
    Path data = write("x.npy", ElementType.F32, new byte[4], 1);
    TestModel same = new TestModel();
    same.result("r", same.parameter("x", "f32", "1"));
    String file = same.write(folder).toString();
    Cli run = Cli.run("run", file, "--input", "x=" + data, "--out", folder.toString());
    assertThat(run.err()).contains("would replace an input");
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Files.size(data)).isEqualTo(132);
  }

  /// Nor is the model itself, whatever it is called, nor its `.bin`.
  @ParameterizedTest
  @ValueSource(strings = {"model.xml", "model.bin"})
  void aModelIsNotReplaced(String name) throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "f32", "2");
    int split = model.variadic("m", x, model.scalar(0), model.list(1, -1), 2);
    model.result("r", new TestModel.Out(split, 3));
    String text = model.write(folder).toString();
    Path out = Files.createDirectory(folder.resolve("out"));
    Files.createLink(out.resolve("m.0.npy"), folder.resolve(name));
    String data = write("x.npy", ElementType.F32, new byte[8], 2).toString();
    for (Cli run :
        List.of(
            run(text, "--force", "--input", "x=" + data),
            run(text, "--force", "--layer", "m", "--data", data))) {
      assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(run.err()).contains("m.0.npy would replace an input; write to another folder");
    }
    assertThat(out.resolve("m.0.npy")).hasSameBinaryContentAs(folder.resolve(name));
  }

  @Test
  void typesThatNumPyLacksGoThroughRawFiles() throws IOException {
    TestModel packed = new TestModel();
    var x = packed.parameter("x", "u4", "2,3");
    int split = packed.variadic("s", x, packed.scalar(1), packed.list(1, 2), 2);
    packed.result("a", new TestModel.Out(split, 3)).result("b", new TestModel.Out(split, 4));
    Path file = packed.write(folder);
    Path data = write("x.raw", ElementType.U8, new byte[] {0x21, 0x43, 0x65}, 3);
    Cli run = run(file.toString(), "--input", "x=" + data);
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readAllBytes(folder.resolve("out/s.0.raw"))).containsExactly(0x41);
    assertThat(Files.readAllBytes(folder.resolve("out/s.1.raw"))).containsExactly(0x32, 0x65);
    assertThat(run(file.toString(), "--input", "x=" + data).err())
        .contains("is there already")
        .hasLineCount(1);
    assertThat(run(file.toString(), "--input", "x=" + data, "--force").code()).isZero();
    Cli layer = run(file.toString(), "--layer", "s", "--data", data.toString(), "--force");
    assertThat(layer.code()).as(layer.err()).isZero();
    assertThat(Files.readAllBytes(folder.resolve("out/s.1.raw"))).containsExactly(0x32, 0x65);
  }

  @Test
  void theSizeOfARawFileTellsOneOpenExtent() throws IOException {
    TestModel one = new TestModel();
    one.result("r", one.parameter("x", "i16", "2,?,3"));
    String data = "x=" + write("x.raw", ElementType.U8, random(24), 24);
    Cli run = run(one.write(folder).toString(), "--input", data);
    assertThat(run.out()).as(run.err()).contains("x.npy  i16 [2, 2, 3]  24 bytes");
    Path odd = write("odd.raw", ElementType.U8, random(23), 23);
    for (String shape : List.of("2,?,3", "?,?,3", "2,0,?", "...")) {
      TestModel open = new TestModel();
      open.result("r", open.parameter("x", "i16", shape));
      Cli refused = run(open.write(folder).toString(), "--input", "x=" + odd, "--force");
      assertThat(refused.code()).as(shape).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(refused.err()).contains("its 23 bytes do not say which i16").hasLineCount(1);
    }
  }
}

package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.TableTest;
import io.cleave.Tensor;
import io.cleave.conformance.NaiveSplit;
import io.cleave.file.Format;
import io.cleave.file.Opened;
import io.cleave.file.io.OutputFolder;
import io.cleave.ir.TestModel;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /// Writes a tensor to a file of this name.
  private void write(String name, ElementType type, byte[] bytes, long... shape)
      throws IOException {
    Tensor tensor = new Tensor(type, Shape.of(shape), MemorySegment.ofArray(bytes));
    int dot = name.lastIndexOf('.');
    Format format = Format.parse(name.substring(dot + 1));
    new OutputFolder(folder, false, false).write(format, Map.of(name.substring(0, dot), tensor));
  }

  private byte[] read(String name) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Opened opened = Opened.open(folder.resolve("out").resolve(name), arena);
      return opened.tensors().getFirst().load(arena).data().toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private Cli run(String command) {
    return Cli.run(folder, "run " + command + " --out ./out");
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
    write("data.npy", ElementType.F32, bytes, 6, 12, 10, 24);
    Cli run =
        run("test-data/ir/%s.xml --input data=./data.npy --device %s".formatted(name, device))
            .succeeded();
    long[] cut = Stream.of(lengths.split(",")).mapToLong(Long::parseLong).toArray();
    List<byte[]> parts =
        new NaiveSplit(Shape.of(6, 12, 10, 24), axis, cut)
            .split(MemorySegment.ofArray(bytes), ElementType.F32);
    for (int i = 0; i < cut.length; i++) {
      assertThat(read("part" + i + ".npy")).isEqualTo(parts.get(i));
      assertThat(run.out()).contains("part" + i + ".npy  f32 [");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "pocl"})
  void aChainOfSplitsRunsWithWhatComesInAtRunTime(String device) throws IOException {
    byte[] bytes = random(2 * 12 * 3 * 4);
    write("tokens.npy", ElementType.F32, bytes, 2, 12, 3);
    write("lengths.npy", ElementType.I32, TestModel.integers(ElementType.I32, 3, 1, -1), 3);
    Cli run =
        run("test-data/ir/chain.xml --input tokens:0=./tokens.npy --json --device "
                + device
                + " --input head_lengths=./lengths.npy")
            .succeeded();
    assertThat(run.json().items()).hasSize(4);
    List<byte[]> parts =
        new NaiveSplit(Shape.of(2, 12, 3), 1, 3, 1, 4, 2, 2)
            .split(MemorySegment.ofArray(bytes), ElementType.F32);
    assertThat(read("att%2Fq.npy")).isEqualTo(parts.get(0));
    assertThat(read("att%2Fq~2.npy")).isEqualTo(parts.get(0));
    assertThat(read("left.npy")).isEqualTo(parts.get(2));
    assertThat(read("the far quarter.npy")).isEqualTo(parts.get(4));
  }

  @Test
  void oneSplitOfAnyModelRuns() throws IOException {
    byte[] bytes = random(16 * 4 * 4);
    write("data.npy", ElementType.F32, bytes, 1, 16, 4);
    run("test-data/ir/network.xml --layer block/split --data ./data.npy").succeeded();
    assertThat(read("middle.npy")).isEqualTo(Arrays.copyOfRange(bytes, 128, 192));
    assertThat(read("right.npy")).isEqualTo(Arrays.copyOfRange(bytes, 192, 256));
  }

  @Test
  void whatTheModelComputesAtRunTimeIsGivenByOptions() throws IOException {
    write("data.npy", ElementType.F32, random(144), 1, 12, 3);
    String layer = "test-data/ir/chain.xml --layer qkv --data ./data.npy";
    run(layer)
        .refused(
            "not all of layer 30 \"qkv\" is known: the model computes it when it runs; use"
                + " --lengths");
    assertThat(run(layer + " --lengths 5,-1,0").succeeded().out())
        .contains("[1, 5, 3]", "[1, 7, 3]", "[1, 0, 3]", "att%2Fk.npy");
    run(layer + " --lengths 5,-1,0 --axis 1").refused("is a constant of the model");
  }

  @Test
  void oneSplitRunsWithoutWeights() throws IOException {
    Files.copy(MODELS.resolve("heads.xml"), folder.resolve("heads.xml"));
    run("./heads.xml --input tokens=IN")
        .refused("its data is in " + folder.resolve("heads.bin") + ", which does not exist");
    String layer = "./heads.xml --layer heads --data IN";
    run(layer).refused("heads.bin does not exist; put it beside the .xml file, or use --axis");
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(run(layer + " --axis 1 --lengths 4,-1,4").succeeded().out())
        .contains("q.npy  f32 [8, 4, 16]  2048 bytes");
  }

  @TableTest(
      """
      run network --input image=./x.npy              | layer 2 "conv/1": Convolution cannot be run
      run network --layer conv/1 --data ./x.npy      | it is a Convolution and no split
      run network --layer nope --data ./x.npy        | no layer is named "nope"
      run network --layer block/split --data ./x.npy | the data is u8 [2, 3], which it cannot get
      run network --layer block/split                | Missing required
      run network --layer block/split --data ./x.npy --input x=./x.npy | leave one out
      run split-1                                    | input "data", f32 [6, 12, 10, 24] is missing
      run split-1 --input nope=./x.npy               | no inputs are named "nope"
      run split-1 --input data                       | has no '='
      run split-1 --input data=./x.npy               | is given u8 [2, 3], which does not fit
      run split-1 --input data=./x.npy --input data=./x.npy | is given twice
      run split-1 --input data=missing.npy           | missing.npy: it does not exist
      run split-1 --input data=./x.npy --device nope | which does not fit
      ir missing                                     | does not exist
      ir network --layer nope                        | no layer is named
      """)
  void badUseIsOneSentence(String command, String problem) throws IOException {
    write("x.npy", ElementType.U8, new byte[6], 2, 3);
    String line = command.replaceFirst(" ([\\w-]+)", " test-data/ir/$1.xml");
    Cli.run(folder, line.replaceFirst("^run .*", "$0 --out ./out")).refused(problem);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aSplitThatFailsHalfwayLeavesNothing() throws IOException {
    write("data.npy", ElementType.F32, random(96), 2, 12, 1);
    write("lengths.npy", ElementType.I32, TestModel.integers(ElementType.I32, 2, 1, -2), 3);
    run("test-data/ir/chain.xml --input tokens:0=./data.npy --input lengths=./lengths.npy")
        .refused("layer 30 \"qkv\"");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  /// Nor is the model itself, whatever it is called, nor its `.bin`.
  @ParameterizedTest
  @ValueSource(strings = {"x.npy", "model.xml", "model.bin"})
  void anInputIsNotReplaced(String name) throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "f32", "2");
    int split = model.variadic("m", x, model.scalar(0), model.list(1, -1), 2);
    model.result("r", new TestModel.Out(split, 3));
    assertThat(model.write(folder)).hasFileName("model.xml");
    write("x.npy", ElementType.F32, new byte[8], 2);
    Path out = Files.createDirectory(folder.resolve("out")).resolve("m.0.npy");
    Files.createLink(out, folder.resolve(name));
    for (String what : List.of("--input x=./x.npy", "--layer m --data ./x.npy")) {
      run("./model.xml --force " + what)
          .refused("m.0.npy would replace an input; write to another folder");
    }
    assertThat(out).hasSameBinaryContentAs(folder.resolve(name));
  }

  @Test
  void typesThatNumPyLacksGoThroughRawFiles() throws IOException {
    TestModel packed = new TestModel();
    var x = packed.parameter("x", "u4", "2,3");
    int split = packed.variadic("s", x, packed.scalar(1), packed.list(1, 2), 2);
    packed.result("a", new TestModel.Out(split, 3)).result("b", new TestModel.Out(split, 4));
    assertThat(packed.write(folder)).hasFileName("model.xml");
    write("x.raw", ElementType.U8, new byte[] {0x21, 0x43, 0x65}, 3);
    run("./model.xml --input x=./x.raw").succeeded();
    assertThat(folder.resolve("out/s.0.raw")).hasBinaryContent(new byte[] {0x41});
    assertThat(folder.resolve("out/s.1.raw")).hasBinaryContent(new byte[] {0x32, 0x65});
    run("./model.xml --input x=./x.raw").refused("is there already");
    run("./model.xml --input x=./x.raw --force").succeeded();
    run("./model.xml --layer s --data ./x.raw --force").succeeded();
    assertThat(folder.resolve("out/s.1.raw")).hasBinaryContent(new byte[] {0x32, 0x65});
  }

  @Test
  void theSizeOfARawFileTellsOneOpenExtent() throws IOException {
    TestModel one = new TestModel();
    one.result("r", one.parameter("x", "i16", "2,?,3"));
    assertThat(one.write(folder)).hasFileName("model.xml");
    write("x.raw", ElementType.U8, random(24), 24);
    Cli run = run("./model.xml --input x=./x.raw");
    assertThat(run.out()).as(run.err()).contains("x.npy  i16 [2, 2, 3]  24 bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2,?,3", "?,?,3", "2,0,?", "..."})
  void aSizeThatDoesNotTellTheShapeIsRefused(String shape) throws IOException {
    TestModel open = new TestModel();
    open.result("r", open.parameter("x", "i16", shape));
    assertThat(open.write(folder)).hasFileName("model.xml");
    write("odd.raw", ElementType.U8, random(23), 23);
    run("./model.xml --input x=./odd.raw").refused("its 23 bytes do not say which i16");
  }
}

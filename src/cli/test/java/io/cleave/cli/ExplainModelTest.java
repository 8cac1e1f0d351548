package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import io.cleave.ir.Model;
import io.cleave.ir.SplitLayer;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `cleave explain ... --ir`
class ExplainModelTest {
  private static final String QKV =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy").toString();

  @TempDir private Path folder;

  private Cli explain(String args, Path model) {
    List<String> all = new ArrayList<>(List.of("explain", "--device", "cpu"));
    all.addAll(Arrays.asList(args.split(" ")));
    all.addAll(List.of("--ir", model.toString()));
    return Cli.run(all.toArray(String[]::new));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void thePlanIsWrittenAsAModel() throws IOException {
    Path xml = folder.resolve("my.split.xml");
    Path bin = folder.resolve("my.split.bin");
    Files.writeString(xml, "old");
    Files.writeString(bin, "old and longer than what comes");
    Cli run = explain(QKV + " --axis 1 --equal 3 --names q,k,v", xml);
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.err().strip()).isEqualTo("wrote %s and %s".formatted(xml, bin));
    assertThat(run.out()).startsWith("f32 [8, 12, 16] along axis 1 into 3 parts");
    SplitLayer split = Model.read(xml).splits().getFirst();
    assertThat(split.plan())
        .contains(SplitPlan.of(Layout.of(ElementType.F32, 8, 12, 16), 1, Cut.intoEqualParts(3)));
    assertThat(split.outputs().toString()).contains("[q]", "[k]", "[v]");
    assertThat(bin).hasSize(4 * Long.BYTES);
    assertThat(files()).containsExactly(bin, xml);
  }

  @Test
  void whatIsInNoFileIsWrittenToo() throws IOException {
    Path xml = folder.resolve("m.xml");
    Cli run = explain("--shape 2,5 --type u3 --axis 1 --lengths 2,-1 --json", xml);
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).startsWith("{").endsWith("}" + System.lineSeparator());
    assertThat(Model.read(xml).splits().getFirst().plan())
        .contains(SplitPlan.of(Layout.of(ElementType.U3, 2, 5), 1, Cut.byLengths(2, 3)));
    assertThat(Files.readString(xml)).contains("names=\"data\"", "names=\"part0\"");
  }

  /// The device gets the elements as they lie in the file; the model is about what people see.
  @Test
  void theOrderOfTheElementsIsNotThatOfTheFile() throws IOException {
    String header = "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 6), }";
    String padded = "\u0093NUMPY\1\0v\0" + header + " ".repeat(117 - header.length()) + "\n";
    Path npy =
        Files.writeString(
            folder.resolve("f.npy"), padded + "x".repeat(12), StandardCharsets.ISO_8859_1);
    Path xml = folder.resolve("m.xml");
    Cli run = explain(npy + " --axis 1 --lengths 2,4", xml);
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(Model.read(xml).splits().getFirst().plan())
        .contains(SplitPlan.of(Layout.of(ElementType.U8, 2, 6), 1, Cut.byLengths(2, 4)));
  }

  @Test
  void theDataIsNeverOverwritten() throws IOException {
    Path raw = Files.write(folder.resolve("x.bin"), new byte[6]);
    Cli run = explain(raw + " --shape 6 --type u8 --axis 0 --equal 2", folder.resolve("x.xml"));
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .contains(raw + " would replace an input; write to another folder or under another name");
    assertThat(run.out()).isEmpty();
    assertThat(raw).hasBinaryContent(new byte[6]);
    assertThat(files()).containsExactly(raw);
  }

  @Test
  void whatCannotBeWrittenIsRefusedBeforeAnythingIsPrinted() throws IOException {
    refuses(QKV + " --axis 1 --equal 3 --names a,a,b", "cannot both be named \"a\"");
    refuses(QKV + " --axis 1 --equal 3 --names a,b", "need as many names, not 2");
    refuses("--shape 16385 --type u8 --axis 0 --equal 16385", "at most 16384 parts, not 16385");
    Files.createDirectory(folder.resolve("m.bin"));
    refuses(QKV + " --axis 1 --equal 3", folder.resolve("m.bin") + " cannot be written");
  }

  private void refuses(String args, String reason) {
    Cli run = explain(args, folder.resolve("m.xml"));
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains(reason);
    assertThat(run.out()).isEmpty();
    assertThat(folder.resolve("m.xml")).doesNotExist();
  }
}

package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.file.npy.NpyContainer;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the job does with a folder that is there already.
class SplitJobFoldersIT {
  @TempDir private Path folder;

  /// What a job came to.
  private record Done(int code, String said) {}

  private Done split(String mode, String input, String output, String... more) {
    LocalSpark.session();
    List<String> args = new ArrayList<>(List.of("--axis", "0", "--mode", mode));
    args.addAll(List.of("--input", folder.resolve(input).toString()));
    args.addAll(List.of("--output", folder.resolve(output).toString()));
    args.addAll(Arrays.asList(more));
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    int code = SplitJob.run(stream, stream, args.toArray(String[]::new));
    return new Done(code, printed.toString(StandardCharsets.UTF_8));
  }

  private Done splitFiles(String mode, String input, String output) {
    return split(mode, input, output, "--format", "npy", "--equal", "2");
  }

  private Path npy(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Layout layout = new Layout(Shape.of(0), ElementType.U8, MemoryOrder.C, ByteOrder.LITTLE_ENDIAN);
    return Files.write(file, NpyContainer.header(layout));
  }

  private long rows(String output) {
    return LocalSpark.session().read().parquet(folder.resolve(output).toString()).count();
  }

  /// Spark deletes before it reads.
  @ParameterizedTest
  @CsvSource({
    "D, D",
    "D/*.npy, D",
    "D/1.npy, D/1.npy",
    "D/sub, D",
    "D/s*b/[0-9].npy, D/../D/",
    "Link, D",
    "D/sub, Link",
    "a b%20c#d/sub, a b%20c#d",
    "a b%20c#d, a b%20c#d/sub/..",
  })
  void whatIsReadIsNotDeleted(String input, String output) throws IOException {
    List<Path> files =
        List.of(npy("D/1.npy"), npy("D/sub/2.npy"), npy("a b%20c#d/1.npy"), npy("a b%20c#d/sub/2"));
    Files.createSymbolicLink(folder.resolve("Link"), folder.resolve("D"));
    Files.copy(files.getLast(), folder.resolve("a b%20c#d/sub/3.npy"));
    Done done = splitFiles("overwrite", input, output);
    assertThat(files).allMatch(Files::exists);
    assertThat(done.said())
        .startsWith("--mode overwrite deletes " + folder.resolve(output) + " first, and with it ")
        .endsWith(".npy, which is read; write to another folder\n")
        .hasLineCount(1);
    assertThat(done.code()).isEqualTo(2);
    assertThat(folder.resolve("D")).isDirectoryNotContaining("glob:**.parquet");
  }

  @Test
  void aTableThatIsReadIsNotDeleted() {
    String table = folder.resolve("T").toString();
    LocalSpark.session().range(3).selectExpr("cast('ab' as binary) t").write().parquet(table);
    String[] how = {"--column", "t", "--shape", "2", "--type", "u8", "--equal", "2"};
    assertThat(split("overwrite", "T", "T", how).said())
        .contains("/T first, and with it part-0000", "..., which is read;");
    assertThat(split("append", "T", "T", how).code()).isZero();
    assertThat(rows("T")).isEqualTo(6);
  }

  /// Nor is it what only begins with the same letters, or lies beside what is read.
  @ParameterizedTest
  @CsvSource({"D, D/parts", "D/*.npy, D/parts", "D, Dx", "Dx/sub, D"})
  void anotherFolderIsWrittenAnew(String input, String output) throws IOException {
    npy("D/1.npy");
    npy("Dx/sub/1.npy");
    Path old = npy(output + "/old.txt");
    Done done = splitFiles("overwrite", input, output);
    assertThat(done).isEqualTo(new Done(0, folder.resolve(output) + " is written\n"));
    assertThat(old).doesNotExist();
    assertThat(rows(output)).isEqualTo(1);
  }

  @Test
  void whatIsLeftAsItIsIsNotSaidToBeWritten() throws IOException {
    npy("D/1.npy");
    String parts = folder.resolve("parts").toString();
    assertThat(splitFiles("ignore", "D", "parts")).isEqualTo(new Done(0, parts + " is written\n"));
    npy("D/2.npy");
    assertThat(splitFiles("ignore", "D", "parts"))
        .isEqualTo(new Done(0, parts + " is there already, and nothing was written\n"));
    assertThat(rows("parts")).isEqualTo(1);
    assertThat(splitFiles("error", "D", "parts").code()).isEqualTo(2);
    assertThat(splitFiles("append", "D", "parts").code()).isZero();
    assertThat(rows("parts")).isEqualTo(3);
  }
}

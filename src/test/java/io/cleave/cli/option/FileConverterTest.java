package io.cleave.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.cli.Cli;
import io.cleave.cli.print.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names with bytes that are no UTF-8, which Java's own `Path.of` cannot make.
class FileConverterTest {
  private static final Path QKV =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy");

  @TempDir private Path folder;

  @BeforeEach
  void requireUtf8() {
    assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "LC_ALL=C.UTF-8 is not set");
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
  }

  /// Has the shell copy the array to a name, in which `printf` understands escapes.
  private void copyTo(String name) throws IOException, InterruptedException {
    String script = "f=$1/$(printf \"$3\") && mkdir -p \"${f%/*}\" && cp \"$2\" \"$f\"";
    int code =
        new ProcessBuilder("/bin/sh", "-c", script, "sh", folder.toString(), QKV.toString(), name)
            .inheritIO()
            .start()
            .waitFor();
    assumeTrue(code == 0, "this file system has no such names");
  }

  @Test
  void aNameThatIsNoTextIsLookedUp() throws IOException, InterruptedException {
    copyTo("x\\377.npy");
    copyTo("\\351t\\351/y.npy");
    assertThat(FileConverter.file(folder + "/x\ufffd.npy")).hasSameBinaryContentAs(QKV);
    assertThat(FileConverter.file(folder + "/./\ufffdt\ufffd/y.npy")).hasSameBinaryContentAs(QKV);
    Path out = folder.resolve("parts");
    Cli run =
        Cli.run("split", folder + "/x\ufffd.npy", "--axis", "0", "--equal", "2", "--out", "" + out);
    assertThat(run.err()).isEmpty();
    assertThat(out.resolve("x\ufffd.1.npy")).exists();
  }

  @Test
  void namesThatLookAlikeAreRefused() throws IOException, InterruptedException {
    copyTo("x\\377.npy");
    copyTo("x\\376.npy");
    String name = folder + "/x\ufffd.npy";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileConverter.file(name))
        .withMessageStartingWith("several files look like " + name + " to Java, ")
        .withMessageEndingWith("; rename them, or give a link (ln -s)");
    Cli run = Cli.run("inspect", name);
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("several files look like").hasLineCount(1);
  }

  @Test
  void aNameThatIsTextStays() throws IOException {
    Path named = Files.writeString(folder.resolve("x\ufffd.npy"), "");
    assertThat(FileConverter.file(named.toString())).isEqualTo(named).exists();
    for (String name : new String[] {"", "x", "/", "a/../b\ufffd", "/nowhere/\ufffd", "\ufffd"}) {
      assertThat(FileConverter.file(name)).isEqualTo(Path.of(name));
    }
  }
}

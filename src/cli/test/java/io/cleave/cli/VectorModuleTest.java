package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Jvm;
import io.cleave.file.SparseFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When the Vector API is loaded, in JVMs that start without it.
class VectorModuleTest {
  private static final String OPEN = "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED";

  @TempDir private Path folder;

  /// What such a JVM runs.
  static final class Asked {
    private Asked() {}

    public static void main(String[] files) {
      VectorModule.loadFor(Stream.of(files).map(Path::of).toList());
      IO.print(isThere());
      VectorModule.load();
      IO.print(" " + isThere());
    }

    private static boolean isThere() {
      try {
        Class.forName("jdk.incubator.vector.ByteVector");
        return true;
      } catch (ClassNotFoundException e) {
        return false;
      }
    }
  }

  private Path sparse(String name, long bytes) throws IOException {
    Path file = Files.createFile(folder.resolve(name));
    assumeTrue(SparseFile.extend(file, bytes, (byte) 1), "the disk has no room");
    return file;
  }

  @Test
  void largeFilesTakenTogetherLoadIt() throws IOException {
    Path half = sparse("a", 1 << 29);
    assertThat(ask(List.of(OPEN), half, sparse("b", 1 << 29))).isEqualTo("true true");
    assertThat(ask(List.of(OPEN), half, folder.resolve("none"))).isEqualTo("false true");
  }

  @Test
  void whereJavaIsShutPlainKernelsDoTheWork() throws IOException {
    assertThat(ask(List.of(), sparse("a", 1 << 30))).isEqualTo("false false");
  }

  private static String ask(List<String> options, Path... files) {
    List<String> command = Jvm.running(Asked.class, options.toArray(String[]::new));
    Stream.of(files).map(Path::toString).forEach(command::add);
    return Cli.run(new ProcessBuilder(command)).out();
  }
}

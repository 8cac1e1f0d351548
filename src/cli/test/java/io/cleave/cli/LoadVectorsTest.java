package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Jvm;
import java.util.List;
import org.junit.jupiter.api.Test;

/// When the Vector API is loaded, in JVMs that start without it.
class LoadVectorsTest {
  private static final String OPEN = "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED";

  /// A program that opens a splitter for so many bytes, and loads the Vector API afterwards.
  static final class Asked {
    private Asked() {}

    public static void main(String[] bytes) {
      new DeviceOption("cpu").open(Long.parseLong(bytes[0])).close();
      IO.print(isThere());
      DeviceOption.loadVectors();
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

  @Test
  void muchWorkLoadsIt() {
    assertThat(ask(1L << 30, OPEN)).isEqualTo("true true");
    assertThat(ask((1L << 30) - 1, OPEN)).isEqualTo("false true");
  }

  @Test
  void whereJavaIsShutPlainKernelsDoTheWork() {
    assertThat(ask(1L << 30)).isEqualTo("false false");
  }

  private static String ask(long bytes, String... options) {
    List<String> command = Jvm.running(Asked.class, options);
    command.add(Long.toString(bytes));
    return Cli.run(new ProcessBuilder(command)).out();
  }
}

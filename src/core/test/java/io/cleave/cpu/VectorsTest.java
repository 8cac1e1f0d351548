package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Jvm;
import io.cleave.TableTest;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// What is found in JVMs that were started in other ways.
final class VectorsTest {
  private static final String MODULE = "--add-modules=jdk.incubator.vector";
  private static final String C2 = "-XX:TieredStopAtLevel=4";

  /// What such a JVM runs.
  static final class Asked {
    private Asked() {}

    public static void main(String[] args) {
      IO.print(Vectors.here());
    }
  }

  @TableTest(
      """
      -Xint                    | C2 is switched off (UseCompiler=false
      -XX:TieredStopAtLevel=1  | C2 is switched off (UseCompiler=true, TieredStopAtLevel=1)
      -XX:TieredStopAtLevel=3  | C2 is switched off (UseCompiler=true
      -Dcleave.vector=off      | switched off by -Dcleave.vector=off
      -Dcleave.vector=256      | -Dcleave.vector=256 is neither auto nor off
      """)
  void refuses(String option, String words) throws IOException {
    assertThat(ask(MODULE, C2, option)).startsWith("plain Java: " + words);
  }

  @Test
  void wantsTheModule() throws IOException {
    assertThat(ask())
        .startsWith("plain Java: this JVM runs without --add-modules jdk.incubator.vector, which");
  }

  @Test
  void wantsVectorsThatTheProcessorHas() throws IOException {
    assumeTrue(System.getProperty("os.arch").equals("amd64"));
    assertThat(ask(MODULE, C2, "-XX:UseAVX=1"))
        .isEqualTo("plain Java: vectors have 128 bits here, 256 are needed");
  }

  private static String ask(String... options) throws IOException {
    Process process =
        new ProcessBuilder(Jvm.running(Asked.class, options))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.inputReader().readAllAsString();
  }
}

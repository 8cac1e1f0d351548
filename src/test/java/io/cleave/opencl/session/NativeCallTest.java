package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is thrown through native code ends the process: nothing is, not even where there is no
/// stack or no heap left. In JVMs of their own.
@Timeout(120)
class NativeCallTest {
  /// Where steps into the depth are compiled, and so are short, before the calls are.
  @Test
  void thereIsStackEnoughOrAnError() throws IOException, InterruptedException {
    assertThat(run(Deep.class, "-XX:-TieredCompilation", "-XX:CompileThreshold=100", "-Xbatch"))
        .endsWith("survived");
  }

  @Test
  void itTakesNoHeapWhereAnErrorWouldBeTheEnd() throws IOException, InterruptedException {
    assertThat(run(Full.class, "-Xmx8m", "-XX:+UseSerialGC")).endsWith("survived");
  }

  private static String run(Class<?> program, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "-XX:-StackTraceInThrowable",
            "-XX:+SuppressFatalErrorMessage",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            program.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = process.inputReader().readAllAsString();
    process.waitFor();
    return said;
  }

  /// Calls at each depth, from the deepest on.
  static final class Deep {
    private static List<MemorySegment> memory = List.of();
    private static int ran;

    private Deep() {}

    static void main() {
      memory = List.of(Arena.ofShared().allocate(64));
      NativeCall.with(memory, () -> ran++);
      for (int i = 0; i < 20; i++) {
        try {
          deep(Integer.MAX_VALUE);
        } catch (StackOverflowError _) {
          ran++;
        }
      }
      IO.print(ran > 20 ? "survived" : "it was never deep enough");
    }

    private static void deep(int steps) {
      if (steps == 0) {
        return;
      }
      try {
        deep(steps - 1);
      } catch (StackOverflowError _) {
        NativeCall.with(memory, () -> ran++);
      }
    }
  }

  /// Calls with a heap that is full but for a few bytes, then a few more, and so on.
  static final class Full {
    private static final int MOST = 80;

    private record Node(@Nullable Node next) {}

    private static @Nullable Node filled;
    private static int ran;
    private static int failed;

    private Full() {}

    static void main() {
      List<MemorySegment> memory = List.of(Arena.ofShared().allocate(64));
      Runnable body = () -> ran++;
      NativeCall.with(memory, body);
      for (int few = 0; few < MOST; few++) {
        fill();
        release(few);
        try {
          NativeCall.with(memory, body);
        } catch (OutOfMemoryError _) {
          failed++;
        }
      }
      filled = null;
      IO.print(ran > 1 && failed > 1 ? "survived" : "%s ran, %s failed".formatted(ran, failed));
    }

    private static void fill() {
      try {
        while (true) {
          filled = new Node(filled);
        }
      } catch (OutOfMemoryError _) {
        failed++;
      }
    }

    private static void release(int few) {
      for (int i = 0; i < few && filled != null; i++) {
        filled = filled.next;
      }
    }
  }
}

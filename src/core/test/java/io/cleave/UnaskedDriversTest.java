package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A JVM whose signals a driver would take may use no device unasked: it gets the plain splitter
/// and loads no driver.
@EnabledOnOs(OS.LINUX)
class UnaskedDriversTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 1 << 16, 64), 1, Cut.byLengths(16, 48));
  private static final int CALLS = 200;
  private static final long WAIT_MILLIS = 3000;

  @TempDir private Path folder = Path.of("");

  @Test
  @Timeout(120)
  void noDriverIsLoadedWithoutSignalChaining() throws Exception {
    Path loaded = folder.resolve("loaded");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            UnaskedDriversTest.class.getName(),
            loaded.toString());
    builder.environment().remove("LD_PRELOAD");
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("output").toFile());
    assertThat(builder.start().waitFor()).as(folder + "/output").isZero();
    assertThat(Files.readAllLines(loaded)).containsExactly(CpuSplitter.class.getName());
  }

  /// Splits often enough for devices to be looked for, and writes down what was loaded.
  ///
  /// @param args where to write it
  public static void main(String[] args) throws IOException, InterruptedException {
    String opened;
    try (Arena arena = Arena.ofShared();
        Splitter splitter = Splitter.open()) {
      opened = splitter.getClass().getName();
      MemorySegment data = arena.allocate(PLAN.data().bytes(), 64);
      List<MemorySegment> parts =
          PLAN.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();
      for (int i = 0; i < CALLS; i++) {
        splitter.split(PLAN, data, parts);
      }
      Thread.sleep(WAIT_MILLIS);
      splitter.split(PLAN, data, parts);
    }
    try (Stream<String> maps =
        Files.lines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1)) {
      Files.write(
          Path.of(args[0]),
          Stream.concat(
                  Stream.of(opened),
                  maps.filter(line -> line.matches(".*(?i:opencl|pocl|llvm).*\\.so.*"))
                      .map(line -> line.substring(line.indexOf('/')))
                      .distinct())
              .toList());
    }
  }
}

package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.PlatformUnderTest;
import io.cleave.opencl.lwjgl.LwjglBinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// [SplitterLoad] on the platform under test: a driver whose compiler or whose objects are not for
/// several threads would end its process, or hang it.
@Tag("device")
class SplitterLoadTest {
  private static final long SEED = Long.getLong("cleave.seed", 20_261_122L);
  private static final int SECONDS = Boolean.getBoolean("cleave.thorough") ? 90 : 6;

  /// What a last build may take, on a machine that is busy.
  private static final int PATIENCE = 120;

  @TempDir private Path folder;

  @Test
  void manyThreadsOpenSplittersOfTheirOwn() throws Exception {
    PlatformUnderTest.device(new LwjglBinding());
    Path output = folder.resolve("output");
    Process process = start(output);
    boolean ended = process.waitFor(SECONDS + PATIENCE, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    assertThat(ended).as("it ended in time, seed %d: %s", SEED, Files.readString(output)).isTrue();
    assertThat(process.exitValue()).as("seed %d: %s", SEED, Files.readString(output)).isZero();
    assertThat(output).content().containsPattern("[1-9]\\d* splits were right");
  }

  private Process start(Path output) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "--enable-native-access=ALL-UNNAMED",
            "-Dorg.lwjgl.system.memoryBackend=ffm",
            "-XX:ErrorFile=" + folder.resolve("crash.log"),
            "-cp",
            System.getProperty("java.class.path"),
            SplitterLoad.class.getName(),
            PlatformUnderTest.NAME,
            Long.toString(SEED),
            Integer.toString(SECONDS));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }
}

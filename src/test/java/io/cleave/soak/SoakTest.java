package io.cleave.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.opencl.PlatformUnderTest;
import io.cleave.opencl.lwjgl.LwjglBinding;
import io.cleave.sweep.Platform;
import io.cleave.sweep.PlatformJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A short soak of the platform under test: a driver whose compiler or whose objects are not for
/// several threads would end its process, or hang it. How memory develops shows in hours alone.
@Tag("device")
class SoakTest {
  private static final Duration TIME = Duration.ofSeconds(Seeds.rounds(6, 90));

  @TempDir private Path folder;

  @Test
  void manyThreadsOpenSplitSplitFilesAndClose() throws Exception {
    PlatformUnderTest.device(new LwjglBinding());
    Platform platform =
        Arrays.stream(Platform.values())
            .filter(one -> one.openClName().equals(PlatformUnderTest.NAME))
            .findFirst()
            .orElseThrow();
    // Flight Recorder stops threads by a signal, which drivers' compilers must not take for theirs.
    List<String> options =
        List.of(
            "-Xmx1g",
            "-XX:NativeMemoryTracking=summary",
            "-XX:StartFlightRecording:settings=profile,filename=" + folder.resolve("soak.jfr"));
    Path base = Path.of(System.getProperty("cleave.basedir"));
    PlatformJvm.Ended ended =
        new PlatformJvm(platform, base, folder, options)
            .run(
                Soak.class,
                TIME,
                List.of(
                    platform.toString(),
                    Long.toString(Seeds.today()),
                    Long.toString(TIME.toSeconds()),
                    folder.resolve("files").toString()));
    String log = Files.readString(ended.log());
    assertThat(ended.code()).as(log).isZero();
    assertThat(log)
        .containsPattern("[1-9]\\d* splits were right")
        .doesNotContain("error generated", Soak.LEFT_OPEN)
        .containsPattern("at most \\| [1-9]\\d* MiB resident, [1-9]\\d* MiB on the heap")
        .containsPattern("the JVM \\| +[1-9]\\d* MiB Java Heap")
        .containsPattern("closed {2}\\| +[1-9]");
    assertThat(folder.resolve("files")).isEmptyDirectory();
  }
}

package io.cleave.file.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The same classes twice in one process, as where two programs of a server have each their own.
@EnabledOnOs(OS.LINUX)
class OtherClassesTest {
  private static final String RUN = "0123456789ab";

  @TempDir private Path folder = Path.of("");

  private final URLClassLoader others = new URLClassLoader(classes(), null);
  private Object live = "none";

  private static URL[] classes() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(OtherClassesTest::url)
        .toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void beginElsewhere() throws ReflectiveOperationException {
    Method begin = method("begin", Path.class, String.class);
    live = Objects.requireNonNull(begin.invoke(null, folder, RUN));
    assertThat(live).isNotInstanceOf(LiveRun.class);
  }

  private Method method(String name, Class<?>... types) throws ReflectiveOperationException {
    Method method = others.loadClass(LiveRun.class.getName()).getDeclaredMethod(name, types);
    method.setAccessible(true);
    return method;
  }

  @AfterEach
  void close() throws IOException {
    others.close();
  }

  /// What this process has open in the folder.
  private List<Path> open() throws IOException {
    List<Path> open = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      for (Path link : all.toList()) {
        if (Files.isSymbolicLink(link)) {
          open.add(Files.readSymbolicLink(link));
        }
      }
    }
    open.removeIf(file -> !file.startsWith(folder));
    return open;
  }

  @Test
  void theirRunsStayAsLongAsTheyLive() throws Exception {
    Path hidden = Files.createFile(folder.resolve(".a.%s.tmp".formatted(RUN)));
    for (int i = 0; i < 3; i++) {
      Leftovers.removeFrom(folder);
      assertThat(hidden).exists();
      assertThat(LiveRun.isOwn(RUN)).isTrue();
      // Theirs and ours, which would take the lock from them if it were closed.
      assertThat(open()).hasSize(2);
    }
    method("end").invoke(live);
    Leftovers.removeFrom(folder);
    assertThat(open()).isEmpty();
    assertThat(LiveRun.isOwn(RUN)).isFalse();
    assertThat(hidden).exists();
  }

  @Test
  void whatTheyLeaveGoes() throws Exception {
    Path hidden = Files.createFile(folder.resolve(".a.%s.tmp".formatted(RUN)));
    Leftovers.removeFrom(folder);
    method("abandon").invoke(live);
    Leftovers.removeFrom(folder);
    assertThat(hidden).doesNotExist();
    assertThat(folder).isEmptyDirectory();
    assertThat(open()).isEmpty();
  }
}

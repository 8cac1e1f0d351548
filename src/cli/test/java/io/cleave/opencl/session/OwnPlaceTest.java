package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.cli.Cli;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What another user has put where the bindings unpack their natives is not loaded.
@EnabledOnOs(OS.LINUX)
class OwnPlaceTest {
  @TempDir private Path folder = Path.of("");

  private Path lwjgl() {
    return folder.resolve("lwjgl_" + System.getProperty("user.name"));
  }

  private Path jocl() throws IOException {
    try (var files = Files.newDirectoryStream(folder, "libJOCL*")) {
      return files.iterator().next();
    }
  }

  private String devices() {
    String options = "-Djava.io.tmpdir=" + folder;
    Cli run = Cli.start(Map.of("JAVA_TOOL_OPTIONS", options), "devices").succeeded();
    return run.out();
  }

  private static String rights(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private static void give(Path file) throws IOException {
    try {
      Files.setAttribute(file, "unix:uid", 12345);
    } catch (FileSystemException e) {
      assumeTrue(false, "this user is not root");
    }
  }

  @Test
  void whatIsUnpackedIsThisUsersAlone() throws IOException {
    assertThat(devices()).doesNotContain(folder.toString());
    assertThat(rights(lwjgl())).isEqualTo("rwx------");
    Path jocl = jocl();
    assertThat(rights(jocl)).isEqualTo("rw-------");
    // It is whole, and may be used again; nothing is left of how it came there.
    assertThat(devices()).doesNotContain(folder.toString());
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    give(lwjgl());
    give(jocl);
    assertThat(devices())
        .contains("the folder of natives %s belongs to the user 12345".formatted(lwjgl()))
        .contains("the native library %s belongs to the user 12345".formatted(jocl));
  }

  @Test
  void nothingIsLoadedThatAllMayWriteOrThatIsALink() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createSymbolicLink(lwjgl(), elsewhere);
    devices();
    Path jocl = jocl();
    Files.setPosixFilePermissions(jocl, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(devices())
        .contains("the folder of natives %s is a link".formatted(lwjgl()))
        .contains("the native library %s may be written by all users".formatted(jocl));
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void whoeverSaysWhereNativesGoIsHeard() throws IOException {
    Files.createSymbolicLink(lwjgl(), folder.resolve("absent"));
    Path own = folder.resolve("own");
    String options =
        "-Djava.io.tmpdir=%s -Dorg.lwjgl.system.SharedLibraryExtractPath=%s".formatted(folder, own);
    Cli run = Cli.start(Map.of("JAVA_TOOL_OPTIONS", options), "devices");
    assertThat(run.out()).doesNotContain(folder.toString());
    assertThat(own.resolve("liblwjgl.so")).isRegularFile();
    assertThat(folder.resolve("absent")).doesNotExist();
  }
}

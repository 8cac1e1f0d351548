package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// Results of `cleave tune` are used by the next command, until they are deleted.
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class TuneCommandTest {
  private static final String FOLDER = "cleave.tuning.folder";
  private static final String OWN = " --shape 65536,96 --type u8 --axis 1 --lengths 32,64";

  @TempDir private Path folder = Path.of("");
  private final String before = System.getProperty(FOLDER, "");

  @BeforeEach
  void keepApart() {
    System.setProperty(FOLDER, folder.resolve("tuning").toString());
  }

  @AfterEach
  void restore() {
    System.setProperty(FOLDER, before);
  }

  @Test
  void storesListsAndForgets() {
    // Other tests may be at work, too: on a busy machine the usual 10 s were not enough.
    Cli tuned = run("tune" + OWN + " --seconds 100").succeeded();
    assertThat(tuned.out())
        .contains("own u8 [65536, 96] along axis 1 into 2 parts")
        .containsPattern(": baseline(, .*)?\\n")
        .containsPattern("1 results are stored in .*jsonl");
    assertThat(run("tune --list").out())
        .contains("host: 96 bytes of 32, 64; 4 MiB", "    cpu: baseline");
    assertThat(run("explain" + OWN + " --device auto").out()).contains("stored in " + folder);
    assertThat(run("tune --forget").out()).startsWith("deleted: ");
    assertThat(run("tune --forget").out()).startsWith("nothing is stored");
    assertThat(run("tune --list").out()).startsWith("0 results are stored");
  }

  private static Cli run(String command) {
    return Cli.run(command.split(" "));
  }

  @Test
  void saysWhatIsWrong() {
    assertThat(run("tune --device nobody").err()).contains("no device matches \"nobody\"");
    assertThat(run("tune --device cpu").err()).contains("has no routes to choose from");
    assertThat(run("tune --seconds 0").err()).contains("--seconds must be more than 0");
    assertThat(run("tune --shape 4,3 --type string --axis 1 --equal 3").err())
        .contains("strings have no size in bytes");
  }

  /// Parts of another width than the data lie in arrays of their own type.
  @Test
  void takesConversionsInArrays() {
    String split = "tune --shape 1001,3 --type f32 --axis -1 --equal 3 --to u8 --memory heap";
    run(split + " --seconds 0.01").succeeded();
  }
}

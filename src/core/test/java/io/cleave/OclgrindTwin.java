package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.spi.SplitterContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/// The contract on Oclgrind, which watches every access to memory and every race. It never fails by
/// itself: what it has to say stands in its log, which must be empty. It is not made for several
/// threads, and JOCL starts some of its own, so it is reached through LWJGL alone.
@Tag("driver")
abstract class OclgrindTwin extends SplitterContract {
  static final String PLATFORM = "Oclgrind";

  @AfterAll
  static void itHadNothingToSay() throws IOException {
    Path log = Path.of(System.getenv("OCLGRIND_LOG"));
    assertThat(Files.exists(log) ? Files.readString(log) : "").isEmpty();
  }

  @Override
  protected final boolean isBrief() {
    return true;
  }
}

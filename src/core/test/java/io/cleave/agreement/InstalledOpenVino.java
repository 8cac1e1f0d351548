package io.cleave.agreement;

import static org.junit.jupiter.api.Assumptions.abort;

import io.cleave.openvino.runtime.OpenVinoHome;
import java.nio.file.Path;

/// The folder where OpenVINO is installed; a test that wants it is skipped where it is not.
final class InstalledOpenVino {
  private InstalledOpenVino() {}

  static Path folder() {
    return OpenVinoHome.problem().isEmpty()
        ? OpenVinoHome.folder()
        : abort(OpenVinoHome.problem().get());
  }
}

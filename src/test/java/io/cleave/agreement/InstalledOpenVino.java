package io.cleave.agreement;

import static org.junit.jupiter.api.Assumptions.abort;

import io.cleave.openvino.runtime.OpenVinoHome;
import java.nio.file.Path;

/// OpenVINO, which `docker/setup.sh` installs where PyPI can be reached: missing, it is a skip that
/// says so.
final class InstalledOpenVino {
  private InstalledOpenVino() {}

  static Path folder() {
    return OpenVinoHome.problem().isEmpty()
        ? OpenVinoHome.folder()
        : abort(OpenVinoHome.problem().get());
  }
}

package io.cleave.openvino.runtime;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where OpenVINO is installed: in the folder that the variable `CLEAVE_OPENVINO` names, or where
/// `docker/setup.sh --openvino` puts it, which is `~/.cache/cleave/openvino`.
public final class OpenVinoHome {
  private static final String VARIABLE = "CLEAVE_OPENVINO";

  private OpenVinoHome() {}

  /// The folder; it need not be there.
  public static Path folder() {
    return folder(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  static Path folder(Map<String, String> environment, Path home) {
    return Optional.ofNullable(environment.get(VARIABLE))
        .filter(named -> !named.isBlank())
        .map(Path::of)
        .orElseGet(() -> home.resolve(".cache", "cleave", "openvino"));
  }

  /// Why OpenVINO cannot be asked; nothing if it can.
  public static Optional<String> problem() {
    return problem(folder());
  }

  static Optional<String> problem(Path folder) {
    return OpenVinoLibrary.file(folder).isPresent()
        ? Optional.empty()
        : Optional.of(complaint(folder));
  }

  /// That it is not there, and what to do.
  static String complaint(Path folder) {
    return "OpenVINO is not in %s; 'docker/setup.sh --openvino %s' installs it there, %s=DIR says where else it is"
        .formatted(folder, folder, VARIABLE);
  }
}

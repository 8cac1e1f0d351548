package io.cleave.openvino.runtime;

import java.nio.file.Path;
import java.util.Optional;

/// The folder where OpenVINO is installed: the one that the variable `CLEAVE_OPENVINO` names, or
/// where `docker/setup.sh --openvino` puts it, which is `~/.cache/cleave/openvino`.
public final class OpenVinoHome {
  private static final String VARIABLE = "CLEAVE_OPENVINO";

  private OpenVinoHome() {}

  /// The folder; it need not exist.
  public static Path folder() {
    return Optional.ofNullable(System.getenv(VARIABLE))
        .filter(named -> !named.isBlank())
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache/cleave/openvino"));
  }

  /// The reason for which OpenVINO cannot be asked; empty if it can.
  public static Optional<String> problem() {
    return OpenVinoLibrary.file(folder()).isPresent()
        ? Optional.empty()
        : Optional.of(complaint(folder()));
  }

  static String complaint(Path folder) {
    return "OpenVINO is not in %s; 'docker/setup.sh --openvino %s' installs it there, %s=DIR says where else it is"
        .formatted(folder, folder, VARIABLE);
  }
}

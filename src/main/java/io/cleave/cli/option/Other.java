package io.cleave.cli.option;

import io.cleave.openvino.runtime.OpenVinoHome;
import java.util.Locale;

/// Whom Cleave can be held against.
public enum Other {
  /// OpenVINO, where it is installed.
  OPENVINO;

  /// Complains where it is not there.
  ///
  /// @throws IllegalArgumentException if it is not; the message says how to install it
  public void require() {
    OpenVinoHome.problem()
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
  }

  /// `openvino`
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package io.cleave.openvino.runtime;

import java.io.Serializable;
import java.util.List;

/// OpenVINO's response to a [Request].
public sealed interface Response extends Serializable {
  /// OpenVINO takes the model.
  ///
  /// @param shapes of the outputs, as `PartialShape.parse` reads them
  /// @param parts the contents of the outputs; empty if they were not asked for, or it failed
  /// @param failure the reason for which OpenVINO's plugin for the CPU does not run the model;
  ///   empty if it does
  record Accepted(List<String> shapes, List<byte[]> parts, String failure) implements Response {}

  /// OpenVINO does not take the model.
  ///
  /// @param reason OpenVINO's message, on one line
  record Refused(String reason) implements Response {}

  /// OpenVINO's process ended, or did not answer in time.
  ///
  /// @param how its exit status and what it printed
  record Ended(String how) implements Response {}
}

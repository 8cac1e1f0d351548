package io.cleave.spark.device;

import io.cleave.backend.Device;
import io.cleave.spark.Settings;
import java.util.List;

/// What Spark calls a GPU: its number among those of the vendor's tool.
///
/// @param ordinal the number, from 0
record GpuAddress(int ordinal) {
  /// Reads what a discovery script said.
  ///
  /// @throws IllegalArgumentException if it is no number
  static GpuAddress of(String text) {
    if (!text.matches("\\d{1,6}")) {
      throw new IllegalArgumentException(
          "the GPU that Spark assigned is called \"%s\", and only numbers such as 0 are known here; have the discovery script print them"
              .formatted(Settings.excerpt(text)));
    }
    return new GpuAddress(Integer.parseInt(text));
  }

  /// The device of this number.
  ///
  /// @throws IllegalArgumentException if there are not so many
  Device among(List<Device> devices) {
    if (ordinal >= devices.size()) {
      throw new IllegalArgumentException(
          "Spark assigned GPU %s, and OpenCL has no more than %s".formatted(ordinal, devices));
    }
    return devices.get(ordinal);
  }
}

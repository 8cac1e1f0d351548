package io.cleave.opencl.session;

/// Asks a driver about one device, by the numbers that OpenCL's header gives the questions.
public interface DeviceQuery {
  /// The answer to a question about a text, stripped.
  ///
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  String text(int question);

  /// The answer to a question about a number or a truth value of 8 bytes or less.
  ///
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  long number(int question);
}

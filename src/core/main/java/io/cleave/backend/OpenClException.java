package io.cleave.backend;

/// A driver refused a call, or a command failed on the device. The message names the call, the
/// status and what was asked for.
public class OpenClException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /// A refusal.
  ///
  /// @param call the OpenCL function
  /// @param status what it returned
  /// @param detail what was asked for: kernel, sizes, device
  public OpenClException(String call, int status, String detail) {
    super("%s failed with %s: %s".formatted(call, ClStatus.name(status), detail));
    this.status = status;
  }

  /// A refusal in other words.
  public OpenClException(String message, int status) {
    super(message);
    this.status = status;
  }

  /// The status as OpenCL numbers it.
  public int status() {
    return status;
  }
}

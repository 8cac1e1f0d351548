package io.cleave.backend;

/// An OpenCL call or command failed. The message names the call, the status and the request.
public class OpenClException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /// A failed call.
  ///
  /// @param call the OpenCL function
  /// @param status its status
  /// @param detail the request: kernel, sizes, device
  public OpenClException(String call, int status, String detail) {
    super("%s failed with %s: %s".formatted(call, ClStatus.name(status), detail));
    this.status = status;
  }

  /// A failure in other words.
  public OpenClException(String message, int status) {
    super(message);
    this.status = status;
  }

  /// OpenCL's number of the status.
  public int status() {
    return status;
  }
}

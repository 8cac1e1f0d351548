package io.cleave;

/// An OpenCL call failed. The message names the call, the status and the device.
public class OpenClException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String call;
  private final int status;

  /// @param call the OpenCL function
  /// @param status its status
  /// @param message the whole message
  protected OpenClException(String call, int status, String message) {
    super(message);
    this.call = call;
    this.status = status;
  }

  /// The OpenCL function, such as `clFinish`.
  public String call() {
    return call;
  }

  /// OpenCL's number of the status.
  public int status() {
    return status;
  }
}

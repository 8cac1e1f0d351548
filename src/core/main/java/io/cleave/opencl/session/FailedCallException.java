package io.cleave.opencl.session;

import io.cleave.OpenClException;

/// A failed call, as it is thrown.
public final class FailedCallException extends OpenClException {
  private static final long serialVersionUID = 1L;

  /// @param detail the request: kernel, sizes, device
  public FailedCallException(String call, int status, String detail) {
    super(call, status, "%s failed with %s: %s".formatted(call, ClStatus.name(status), detail));
  }

  /// A call of which nothing more is known.
  FailedCallException(String call, int status) {
    super(call, status, "%s failed with %s".formatted(call, ClStatus.name(status)));
  }

  /// A failure whose request is known now.
  ///
  /// @param detail the request, with the device
  FailedCallException(OpenClException cause, String detail) {
    super(cause.call(), cause.status(), "%s: %s".formatted(cause.getMessage(), detail));
    initCause(cause);
  }
}

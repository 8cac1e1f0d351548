package io.cleave.opencl.session;

import io.cleave.OpenClException;
import java.util.function.Supplier;

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

  /// Makes a call, and adds to its failure what was asked for and on which device, unless it names
  /// the device already.
  static <T> T naming(String device, Supplier<String> detail, Supplier<T> call) {
    try {
      return call.get();
    } catch (OpenClException e) {
      if (String.valueOf(e.getMessage()).contains(device)) {
        throw e;
      }
      throw new FailedCallException(e, "%s on %s".formatted(detail.get(), device));
    }
  }
}

package io.cleave.opencl.session;

import io.cleave.OpenClException;
import java.util.function.Supplier;
import org.lwjgl.opencl.CL10;

/// Error handling around native calls: turns statuses into exceptions.
public final class Calls {
  private Calls() {}

  /// Turns the status of a call into an exception.
  ///
  /// @throws OpenClException unless the call succeeded
  public static void check(String call, int status) {
    if (status != ClStatus.SUCCESS) {
      throw new FailedCallException(call, status);
    }
  }

  /// The number of handles that a call has listed: none if the status says so, where a driver may
  /// leave garbage in the number.
  ///
  /// @throws OpenClException if the call failed
  public static int listed(String call, int status, int count) {
    if (status == ClStatus.PLATFORM_NOT_FOUND_KHR || status == CL10.CL_DEVICE_NOT_FOUND) {
      return 0;
    }
    check(call, status);
    return count;
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

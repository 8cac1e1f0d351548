package io.cleave.opencl.jocl;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jocl.CLException;
import org.jspecify.annotations.Nullable;

/// Calls JOCL and checks the status. Whether JOCL throws is the user's choice for the whole process
/// (`CL.setExceptionsEnabled`), which is not touched here: a code and a CLException come out as the
/// same [OpenClException].
final class JoclCall {
  private JoclCall() {}

  /// Calls a function that returns its status.
  ///
  /// @param name the function's name
  /// @param detail what it was asked for, only worked out for a failure
  static void check(String name, Supplier<String> detail, IntSupplier call) {
    int status = status(call);
    if (status != ClStatus.SUCCESS) {
      throw new OpenClException(name, status, detail.get());
    }
  }

  /// Calls a function that returns its status.
  static int status(IntSupplier call) {
    try {
      return call.getAsInt();
    } catch (CLException e) {
      return e.getStatus();
    }
  }

  /// Calls a function that returns an object and stores its status.
  static <T> T create(String name, Supplier<String> detail, Function<int[], @Nullable T> call) {
    int[] status = new int[1];
    T made = null;
    try {
      made = call.apply(status);
    } catch (CLException e) {
      status[0] = e.getStatus();
    }
    if (status[0] != ClStatus.SUCCESS || made == null) {
      throw new OpenClException(name, status[0], detail.get());
    }
    return made;
  }
}

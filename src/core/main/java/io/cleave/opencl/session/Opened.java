package io.cleave.opencl.session;

import io.cleave.backend.OpenClException;
import java.util.function.Supplier;

/// Names the device in what fails before there is a session, which names it itself.
public final class Opened {
  private Opened() {}

  /// Takes a step on the way to a session.
  ///
  /// @param device the device's name
  /// @throws OpenClException if the driver refuses, with that name
  public static <T> T on(String device, Supplier<T> step) {
    try {
      return step.get();
    } catch (OpenClException e) {
      String message = String.valueOf(e.getMessage());
      if (message.contains(device)) {
        throw e;
      }
      OpenClException named =
          new OpenClException("%s; opening %s".formatted(message, device), e.status());
      named.initCause(e);
      throw named;
    }
  }
}

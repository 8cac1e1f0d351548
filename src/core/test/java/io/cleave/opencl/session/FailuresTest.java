package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.spi.Failures;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Steps after one that fails, with whatever it fails.
class FailuresTest {
  private static void throwIt(Throwable failure) {
    switch (failure) {
      case Error error -> throw error;
      case RuntimeException exception -> throw exception;
      default -> throw new AssertionError(failure);
    }
  }

  @Test
  void goesOnAfterAnError() {
    Error first = new OutOfMemoryError("the first");
    RuntimeException second = new IllegalStateException("the second");
    assertThatThrownBy(() -> Failures.each(List.of(first, second), FailuresTest::throwIt))
        .isSameAs(first)
        .hasSuppressedException(second);
  }

  /// HotSpot has few, and throws them again and again where there is no memory for others.
  @Test
  void oneErrorMayComeTwice() {
    Error same = new OutOfMemoryError("again");
    Failures.suppressed(same, () -> throwIt(same));
    assertThatThrownBy(() -> Failures.each(List.of(same, same), FailuresTest::throwIt))
        .isSameAs(same)
        .hasNoSuppressedExceptions();
  }
}

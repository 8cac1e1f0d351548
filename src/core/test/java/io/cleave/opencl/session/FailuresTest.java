package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Steps after one that fails, with whatever it fails.
class FailuresTest {
  private final List<Integer> taken = new ArrayList<>();

  private Runnable failing(int step, Throwable with) {
    return () -> {
      taken.add(step);
      throwIt(with);
    };
  }

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
    assertThatThrownBy(() -> Failures.all(failing(1, first), failing(2, second)))
        .isSameAs(first)
        .hasSuppressedException(second);
    assertThat(taken).containsExactly(1, 2);
  }

  /// HotSpot has few, and throws them again and again where there is no memory for others.
  @Test
  void oneErrorMayComeTwice() {
    Error same = new OutOfMemoryError("again");
    Failures.suppressed(same, () -> throwIt(same));
    assertThatThrownBy(() -> Failures.all(failing(1, same), failing(2, same)))
        .isSameAs(same)
        .hasNoSuppressedExceptions();
    assertThat(taken).containsExactly(1, 2);
  }
}

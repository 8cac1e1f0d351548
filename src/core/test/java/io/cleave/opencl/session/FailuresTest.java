package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Steps after one that fails, with whatever it fails.
class FailuresTest {
  private final Failures failures = new Failures();
  private final List<Integer> taken = new ArrayList<>();

  private void fail(int step, Throwable with) {
    failures.attempt(
        () -> {
          taken.add(step);
          throwIt(with);
        });
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
    fail(1, first);
    fail(2, second);
    assertThat(taken).containsExactly(1, 2);
    assertThatThrownBy(failures::throwFirst).isSameAs(first).hasSuppressedException(second);
  }

  /// HotSpot has few, and throws them again and again where there is no memory for others.
  @Test
  void oneErrorMayComeTwice() {
    Error same = new OutOfMemoryError("again");
    fail(1, same);
    fail(2, same);
    Failures.suppressed(same, () -> throwIt(same));
    assertThat(taken).containsExactly(1, 2);
    assertThatThrownBy(failures::throwFirst).isSameAs(same).hasNoSuppressedExceptions();
  }
}

package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// Calls that are refused.
public final class Refusal {
  private Refusal() {}

  /// Fails unless a call is refused by an [IllegalArgumentException] with all of these words.
  public static void refuses(ThrowingCallable call, String... words) {
    assertThatIllegalArgumentException()
        .isThrownBy(call)
        .satisfies(e -> assertThat(e).message().contains(words));
  }
}

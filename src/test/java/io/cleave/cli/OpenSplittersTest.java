package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.backend.IdleSplitter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What becomes of splitters of which some fail to close.
class OpenSplittersTest {
  private final List<String> closed = new ArrayList<>();

  /// Cannot be closed if its name says so.
  private final class Named extends IdleSplitter {
    private final String name;

    private Named(String name) {
      this.name = name;
    }

    @Override
    protected void release() {
      closed.add(name);
      if (name.startsWith("stuck")) {
        throw new IllegalStateException(name);
      }
    }
  }

  private OpenSplitters open(String... names) {
    OpenSplitters splitters = new OpenSplitters();
    for (String name : names) {
      splitters.add(new Named(name));
    }
    assertThat(splitters.all()).hasSize(names.length);
    return splitters;
  }

  @Test
  void allAreClosedAndTheFirstFailureIsThrown() {
    OpenSplitters splitters = open("a", "stuck b", "c", "stuck d", "e");
    assertThatIllegalStateException()
        .isThrownBy(splitters::close)
        .withMessage("stuck b")
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .singleElement()
                    .extracting(Throwable::getMessage)
                    .isEqualTo("stuck d"));
    assertThat(closed).containsExactly("a", "stuck b", "c", "stuck d", "e");
  }

  @Test
  void whatFailedBeforeIsNotHidden() {
    assertThatIllegalStateException()
        .isThrownBy(
            () -> {
              try (OpenSplitters _ = open("stuck a", "b")) {
                throw new IllegalStateException("no answer");
              }
            })
        .withMessage("no answer")
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed()[0])
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("stuck a"));
    assertThat(closed).containsExactly("stuck a", "b");
  }

  @Test
  void thereMayBeNone() {
    open().close();
    assertThat(closed).isEmpty();
  }
}

package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.backend.OpenClException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is told of a command's end, and when, whatever waiting says.
@Timeout(60)
class EndingTest {
  private static final int QUEUED = 3;
  private static final int RUNNING = 1;

  private int flushed;
  private int waits;

  /// @param stages what the command says each time that it is asked
  private int end(int waited, Deque<Integer> stages) {
    return Ending.of(
        () -> {
          waits++;
          return waited;
        },
        stages::removeFirst,
        () -> flushed++);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "0, -5, -5", "-14, -5, -5", "-9999, -5, -5", "-5, 0, -5", "0, 1, 0"})
  void tellsHowItFailedOrWhatWaitingSaid(int waited, int stage, int told) {
    assertThat(end(waited, new ArrayDeque<>(List.of(stage)))).isEqualTo(told);
    assertThat(flushed).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {-5, -6, -9999})
  void asksUntilItHasEndedWhereWaitingIsRefused(int refused) {
    Deque<Integer> stages = new ArrayDeque<>(List.of(QUEUED, RUNNING, RUNNING, 0));
    assertThat(end(refused, stages)).isEqualTo(refused);
    assertThat(stages).isEmpty();
    assertThat(flushed).as("flushed").isEqualTo(3);
    assertThat(waits).isEqualTo(1);
  }

  @Test
  void tellsHowItFailedInTheEndWhereWaitingIsRefused() {
    assertThat(end(-5, new ArrayDeque<>(List.of(RUNNING, -9999)))).isEqualTo(-9999);
  }

  /// Some drivers tell it before the command knows.
  @Test
  void aCommandThatHasFailedIsNotAskedAgain() {
    assertThat(end(-14, new ArrayDeque<>(List.of(RUNNING)))).isEqualTo(-14);
  }

  @Test
  void nobodyCanDoMoreWhereAskingIsRefusedToo() {
    Deque<Integer> stages = new ArrayDeque<>(List.of(RUNNING));
    int told =
        Ending.of(
            () -> -5,
            () -> {
              if (stages.isEmpty()) {
                throw new OpenClException("clGetEventInfo", -6, "asked");
              }
              return stages.removeFirst();
            },
            () -> flushed++);
    assertThat(told).isEqualTo(-5);
    assertThat(flushed).isEqualTo(1);
  }

  @Test
  void askingThatIsRefusedIsTold() {
    assertThatExceptionOfType(OpenClException.class)
        .isThrownBy(
            () ->
                Ending.of(
                    () -> 0,
                    () -> {
                      throw new OpenClException("clGetEventInfo", -6, "asked");
                    },
                    () -> flushed++))
        .withMessageStartingWith("clGetEventInfo");
  }
}

package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cleave.Seeds;
import io.cleave.Warnings;
import io.cleave.backend.OpenClException;
import io.cleave.backend.RouteName;
import io.cleave.choice.Book;
import io.cleave.choice.Choosing;
import io.cleave.choice.RacingSplitter;
import io.cleave.choice.TuningFile;
import io.cleave.cpu.CpuSplitter;
import io.cleave.field.DeviceField;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A device that was named is gone from some call on: every split says so, plain Java does not
/// stand in for it, and everything is given back.
@Timeout(300)
@ResourceLock(Resources.SYSTEM_ERR)
class NamedDeviceFailureTest {
  /// Too little to be raced, and raced.
  private static final List<SplitPlan> PLANS =
      List.of(
          SplitPlan.byLengths(Shape.of(40, 10), ElementType.U8, 1, 3, 7),
          SplitPlan.byLengths(Shape.of(4096, 96), ElementType.U8, 1, 32, 64));

  /// As `Splitters.open(device)` does.
  private static RacingSplitter open(FakeSession session) {
    var open = new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.AUTO);
    return new RacingSplitter(
        new DeviceField(open), open, new Book(TuningFile.none()), Choosing.MEASURE, open::close);
  }

  private static OpenClException failure(Runnable what) {
    return catchThrowableOfType(OpenClException.class, what::run);
  }

  @ParameterizedTest
  @CsvSource({"true, -5", "false, -36", "true, -9999"})
  void oneThatIsGoneSaysSoEachTimeAndWhenItIsClosed(boolean shares, int status) {
    for (int n = 1; n < 12; n += Seeds.rounds(5, 1)) {
      try (Warnings warnings = new Warnings()) {
        FakeSession session = new FakeSession(n, true, shares);
        RacingSplitter splitter = open(session);
        session.faults.failFrom(n, status);
        for (int i = 0; i < 5; i++) {
          for (SplitPlan plan : PLANS) {
            assertThat(failure(() -> UnaskedDevice.split(splitter, plan)))
                .isNotNull()
                .returns(status, OpenClException::status);
          }
        }
        assertThat(failure(splitter::close)).isNotNull().returns(status, OpenClException::status);
        assertThat(session.live()).isZero();
        assertThat(session.isClosed()).isTrue();
        assertThat(warnings.all()).isEmpty();
      }
    }
  }
}

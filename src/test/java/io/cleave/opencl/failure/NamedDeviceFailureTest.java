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
import io.cleave.choice.TuningFixture;
import io.cleave.cpu.CpuSplitter;
import io.cleave.field.DeviceField;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.fake.Faults;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A device that was named fails, in each call in turn: every split that it fails says so, nobody
/// stands in for it, and everything is given back.
@Timeout(300)
@ResourceLock(Resources.SYSTEM_ERR)
class NamedDeviceFailureTest {
  /// Too little to be raced, and raced.
  private static final List<SplitPlan> PLANS =
      List.of(
          SplitPlan.byLengths(Shape.of(40, 10), ElementType.U8, 1, 3, 7),
          SplitPlan.byLengths(Shape.of(4096, 96), ElementType.U8, 1, 32, 64));

  @TempDir private Path folder = Path.of("");

  /// As `Splitters.open(device)` does.
  private static RacingSplitter open(FakeSession session, TuningFile records) {
    var open = new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.AUTO);
    return new RacingSplitter(
        new DeviceField(open), open, new Book(records), Choosing.MEASURE, open::close);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSplitSaysWhicheverCallFailsAndTheNextIsRight(boolean shares) {
    for (SplitPlan plan : PLANS) {
      int n = 0;
      boolean failed = true;
      while (failed) {
        n++;
        for (int i = 0; i < Seeds.rounds(1, Faults.STATUSES.size()); i++) {
          int status = Faults.STATUSES.get((n + i) % Faults.STATUSES.size());
          failed = failsAtCall(n, status, plan, shares);
        }
      }
      assertThat(n).as("calls that were made to fail").isGreaterThan(10);
    }
  }

  private static boolean failsAtCall(int n, int status, SplitPlan plan, boolean shares) {
    try (Warnings warnings = new Warnings()) {
      FakeSession session = new FakeSession(n, true, shares);
      RacingSplitter splitter = open(session, TuningFile.none());
      session.faults.failAt(n, status);
      OpenClException failure = failure(() -> UnaskedDevice.split(splitter, plan));
      boolean failed = !session.faults.failed().isEmpty();
      session.faults.stop();
      if (failed) {
        assertThat(failure)
            .as("call %s (%s)", n, session.faults.failed())
            .isNotNull()
            .returns(status, OpenClException::status)
            .hasMessage(session.faults.message());
        assertThat(session.touchingTheDead()).isEmpty();
      } else {
        assertThat(failure).isNull();
      }
      UnaskedDevice.split(splitter, plan);
      assertThat(splitter.explain(plan).reason()).doesNotContain("plain Java");
      splitter.close();
      assertThat(session.live()).isZero();
      assertThat(warnings.all()).isEmpty();
      return failed;
    }
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
        RacingSplitter splitter = open(session, TuningFile.none());
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

  private TuningFile favouringAnother(FakeSession session) throws IOException {
    try (OpenClSplitter<?, ?> open =
        new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.AUTO)) {
      return new TuningFixture(folder)
          .favouring(new DeviceField(open), Map.of(UnaskedDevice.PLAN, 1));
    }
  }

  /// Of its routes one may stand in for another: the split is still carried out by this device.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRouteStandsInForAnotherOfTheSameDevice(boolean shares) throws IOException {
    TuningFile records = favouringAnother(new FakeSession(1, true, shares));
    try (Warnings warnings = new Warnings()) {
      FakeSession session = new FakeSession(1, true, shares);
      RacingSplitter splitter = open(session, records);
      splitUntilTheRecordedRouteDoes(splitter, session);
      session.faults.failAt(1, -5);
      UnaskedDevice.split(splitter, UnaskedDevice.PLAN);
      assertThat(session.faults.failed()).isNotEmpty();
      UnaskedDevice.split(splitter, UnaskedDevice.PLAN);
      assertThat(splitter.explain(UnaskedDevice.PLAN).reason())
          .contains("; in place of a fake ")
          .doesNotContain("plain Java");
      assertThat(warnings.all())
          .hasSize(1)
          .first()
          .asString()
          .containsPattern("a fake \\S+ failed: .*; a fake \\S+ goes on$");
      splitter.close();
      assertThat(session.live()).isZero();
    }
  }

  /// Nobody has gone on, so nobody says so.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whereNoRouteWorksTheFailureIsTold(boolean shares) throws IOException {
    TuningFile records = favouringAnother(new FakeSession(1, true, shares));
    try (Warnings warnings = new Warnings()) {
      FakeSession session = new FakeSession(1, true, shares);
      RacingSplitter splitter = open(session, records);
      splitUntilTheRecordedRouteDoes(splitter, session);
      session.faults.failFrom(1, -36);
      for (int i = 0; i < 3; i++) {
        assertThat(failure(() -> UnaskedDevice.split(splitter, UnaskedDevice.PLAN)))
            .isNotNull()
            .returns(-36, OpenClException::status);
      }
      session.faults.stop();
      UnaskedDevice.split(splitter, UnaskedDevice.PLAN);
      splitter.close();
      assertThat(session.live()).isZero();
      assertThat(warnings.all()).isEmpty();
    }
  }

  /// The expected route works first, and the other one calls for other things.
  private static void splitUntilTheRecordedRouteDoes(RacingSplitter splitter, FakeSession session) {
    UnaskedDevice.split(splitter, UnaskedDevice.PLAN);
    int expected = callsOfASplit(splitter, session);
    for (int i = 0; callsOfASplit(splitter, session) == expected; i++) {
      assertThat(i).as("splits before the recorded route's").isLessThan(1000);
    }
  }

  private static int callsOfASplit(RacingSplitter splitter, FakeSession session) {
    int before = session.faults.calls();
    UnaskedDevice.split(splitter, UnaskedDevice.PLAN);
    return session.faults.calls() - before;
  }
}

package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.Seeds;
import io.cleave.Warnings;
import io.cleave.backend.OpenClException;
import io.cleave.backend.RouteName;
import io.cleave.choice.Book;
import io.cleave.choice.Choosing;
import io.cleave.choice.RacingSplitter;
import io.cleave.choice.TuningFile;
import io.cleave.choice.TuningFixture;
import io.cleave.choice.Verdict;
import io.cleave.cpu.CpuSplitter;
import io.cleave.field.DeviceField;
import io.cleave.field.HostField;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.fake.FakeSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A device fails while `cleave tune` has its routes race: what then comes out holds for today, and
/// is not recorded.
@Timeout(300)
@ResourceLock(Resources.SYSTEM_ERR)
class TuningFailureTest {
  @TempDir private Path folder = Path.of("");

  /// As `Splitters.open(device, ...)` does.
  private static RacingSplitter open(FakeSession session, Book book) {
    var open = new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.AUTO);
    return new RacingSplitter(new DeviceField(open), open, book, Choosing.MEASURE, open::close);
  }

  /// As `cleave tune` does: splits until it has chosen.
  private static List<Verdict> tune(Function<Book, RacingSplitter> opener, int seconds) {
    try (RacingSplitter splitter = opener.apply(new Book())) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      Optional<Verdict> verdict;
      do {
        UnaskedDevice.split(splitter, UnaskedDevice.TRIED);
        verdict = splitter.verdict(UnaskedDevice.TRIED).filter(Verdict::isFinal);
      } while ((verdict.isEmpty() || !splitter.isSettled(UnaskedDevice.TRIED))
          && System.nanoTime() < end);
      return verdict.stream().toList();
    }
  }

  private void requireNothingKept(List<Verdict> verdicts) throws IOException {
    TuningFile file = new TuningFixture(folder).file();
    assertThat(file.add(verdicts)).isZero();
    assertThat(new TuningFixture(folder).file().size()).isZero();
  }

  @Test
  void whatDoesNotCompileTodayIsNotRecordedToBeSlow() throws IOException {
    FakeSession session = FakeSession.outOfOrder(1);
    try (Warnings _ = new Warnings()) {
      List<Verdict> verdicts =
          tune(
              book -> {
                RacingSplitter splitter = open(session, book);
                UnaskedDevice.split(splitter, UnaskedDevice.TRIED);
                session.compiler().refuse(Integer.MAX_VALUE, "no memory for a compiler");
                return splitter;
              },
              100);
      assertThat(verdicts).hasSize(1);
      assertThat(verdicts.getFirst())
          .returns(true, Verdict::isFinal)
          .returns(false, Verdict::isLasting)
          .returns("the others are out", Verdict::reason);
      requireNothingKept(verdicts);
    }
    assertThat(session.live()).isZero();
  }

  @Test
  void aDeviceThatFailsItsTrialIsNotRecordedToBeSlow() throws IOException {
    FakeSession session = FakeSession.outOfOrder(1);
    try (Warnings warnings = new Warnings()) {
      session.faults.failFrom(1, -6);
      List<Verdict> verdicts = tune(book -> unasked(session, book), 100);
      assertThat(verdicts).hasSize(1);
      assertThat(verdicts.getFirst().winner()).startsWith("cpu, ");
      assertThat(verdicts.getFirst().isLasting()).isFalse();
      assertThat(warnings.all()).hasSize(1);
      requireNothingKept(verdicts);
    }
    assertThat(session.live()).isZero();
  }

  private static RacingSplitter unasked(FakeSession session, Book book) {
    var device = new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.AUTO);
    HostField field = new HostField(() -> List.of(device));
    return new RacingSplitter(field, field.usual(), book, Choosing.MEASURE, field::close);
  }

  /// In the expected route's splits, in trials, in the race.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsLostWheneverADeviceFails(boolean gone) throws IOException {
    int told = 0;
    for (int n = 1; n < 5000; n *= Seeds.rounds(5, 2)) {
      FakeSession session = new FakeSession(n, true, true);
      int failing = n;
      List<Verdict> verdicts = new ArrayList<>();
      try (Warnings _ = new Warnings()) {
        Throwable failure =
            catchThrowable(
                () -> verdicts.addAll(tune(book -> failing(session, failing, gone, book), 1)));
        if (failure != null) {
          assertThat(failure).isInstanceOf(OpenClException.class);
          told++;
        }
      }
      assertThat(session.live()).as("call %s (%s)", n, session.faults.failed()).isZero();
      assertThat(session.isClosed()).isTrue();
      TuningFile file = new TuningFixture(folder).file();
      file.add(verdicts);
      assertThat(new TuningFixture(folder).file().describe())
          .noneMatch(line -> line.contains("failed"));
    }
    assertThat(told).as("failures that were told").isPositive();
  }

  private static RacingSplitter failing(FakeSession session, int n, boolean gone, Book book) {
    RacingSplitter splitter = open(session, book);
    if (gone) {
      session.faults.failFrom(n, -5);
    } else {
      session.faults.failAt(n, -5);
    }
    return splitter;
  }
}

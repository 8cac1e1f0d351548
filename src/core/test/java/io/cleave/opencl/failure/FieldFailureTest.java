package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.backend.OpenClException;
import io.cleave.backend.RouteName;
import io.cleave.choice.Candidate;
import io.cleave.choice.MemoryClass;
import io.cleave.cpu.CpuSplitter;
import io.cleave.field.HostField;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.route.DeviceInfo;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Of several devices in a field, one fails.
class FieldFailureTest {
  @Test
  void theNextIsClosedWhereOneFailsTo() {
    List<FakeSession> sessions = List.of(FakeSession.inOrder(1), FakeSession.outOfOrder(1));
    HostField field = field(sessions.toArray(FakeSession[]::new));
    field.lookAround();
    sessions.forEach(session -> session.faults.failFrom(1, -5));
    assertThatExceptionOfType(OpenClException.class).isThrownBy(field::close);
    assertThat(sessions).allMatch(FakeSession::isClosed);
  }

  /// One of them may be gone while the other is well.
  @Test
  void ofTwoThatAreAlikeEachIsReported() {
    FakeSession second =
        new FakeSession(1, true, true) {
          @Override
          public DeviceInfo facts() {
            return super.facts().withOrdinal(1);
          }
        };
    try (HostField field = field(new FakeSession(1, true, true), second)) {
      field.lookAround();
      List<Candidate> candidates = field.candidates(UnaskedDevice.PLAN, MemoryClass.NATIVE);
      assertThat(candidates.subList(1, candidates.size()))
          .extracting(Candidate::origin)
          .hasSizeGreaterThan(2)
          .contains("a fake (Fakes, 2 units, 1.0 GiB)", "a fake #1 (Fakes, 2 units, 1.0 GiB)")
          .satisfies(origins -> assertThat(Set.copyOf(origins)).hasSize(2));
    }
  }

  private static HostField field(FakeSession... sessions) {
    return new HostField(
        () ->
            Stream.of(sessions)
                .<OpenClSplitter<?, ?>>map(
                    session -> new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.AUTO))
                .toList());
  }
}

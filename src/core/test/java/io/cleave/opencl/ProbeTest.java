package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.backend.Device;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.fake.FakeStore;
import io.cleave.opencl.route.DeviceInfo;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What a device can do is tried once, and again only where the trial itself failed.
class ProbeTest {
  /// What is found is kept for as long as the process lives: each test has devices of its own.
  private static final AtomicInteger DEVICES = new AtomicInteger();

  private static DeviceInfo device(Device.Kind kind) {
    String name = "tried %d".formatted(DEVICES.incrementAndGet());
    return FakeStore.facts(true).withDevice(new Device(kind, "Fakes", name, 2, 1L << 30));
  }

  /// Probes with these sessions, one after the other; more than these must not be opened.
  private static DeviceInfo probed(DeviceInfo device, Queue<FakeSession> sessions) {
    return Probe.probed(device, sessions::remove);
  }

  private static void assertGivenBack(FakeSession session) {
    assertThat(session.isClosed()).isTrue();
    assertThat(session.live()).as("live after %s", session.faults.message()).isZero();
  }

  @Test
  void aDeviceIsTriedOnce() {
    DeviceInfo device = device(Device.Kind.CPU);
    FakeSession session = FakeSession.outOfOrder(1);
    Queue<FakeSession> sessions = new ArrayDeque<>(List.of(session));
    for (int i = 0; i < 3; i++) {
      assertThat(probed(device, sessions)).isEqualTo(device.withProbed(true, false));
    }
    assertGivenBack(session);
  }

  @Test
  void onlyProcessorsAreTried() {
    DeviceInfo device = device(Device.Kind.GPU);
    assertThat(probed(device, new ArrayDeque<>())).isEqualTo(device);
  }

  /// It is no clang, and will be none.
  @Test
  void aCompilerThatRefusesIsNotAskedAgain() {
    DeviceInfo device = device(Device.Kind.CPU);
    FakeSession refusing = FakeSession.outOfOrder(1);
    refusing.compiler().refuse(Integer.MAX_VALUE, "what is ext_vector_type?");
    Queue<FakeSession> sessions = new ArrayDeque<>(List.of(refusing));
    for (int i = 0; i < 3; i++) {
      assertThat(probed(device, sessions)).isEqualTo(device);
    }
    assertGivenBack(refusing);
  }

  /// Whichever call fails, nothing is known of the device by that, and the next session is told.
  @Test
  void afterAFailureItIsTriedAgain() {
    int calls = calls();
    assertThat(calls).isGreaterThan(10);
    for (int n = 1; n <= calls; n++) {
      DeviceInfo device = device(Device.Kind.CPU);
      FakeSession failing = FakeSession.outOfOrder(n);
      failing.faults.failAt(n);
      Queue<FakeSession> sessions = new ArrayDeque<>(List.of(failing, FakeSession.outOfOrder(n)));
      assertThat(probed(device, sessions)).as(failing.faults.failed()).isEqualTo(device);
      assertGivenBack(failing);
      assertThat(probed(device, sessions)).isEqualTo(device.withProbed(true, false));
      assertThat(sessions).isEmpty();
    }
  }

  private static int calls() {
    FakeSession session = FakeSession.outOfOrder(1);
    probed(device(Device.Kind.CPU), new ArrayDeque<>(List.of(session)));
    return session.faults.calls();
  }

  @Test
  void aSessionThatCannotBeOpenedIsAFailureToo() {
    DeviceInfo device = device(Device.Kind.CPU);
    DeviceInfo found =
        Probe.probed(
            device,
            () -> {
              throw new OpenClException("clCreateContext", -6, "no memory");
            });
    assertThat(found).isEqualTo(device);
    assertThat(probed(device, new ArrayDeque<>(List.of(FakeSession.inOrder(1)))))
        .isEqualTo(device.withProbed(true, false));
  }

  /// A mistake of our own is none of the device.
  @Test
  void otherExceptionsAreNotSwallowed() {
    assertThatThrownBy(() -> Probe.probed(device(Device.Kind.CPU), () -> null))
        .isInstanceOf(NullPointerException.class);
  }
}

package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.OpenClException;
import io.cleave.Seeds;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.run.UserDevice;
import io.cleave.opencl.session.ClApi;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/// Each call of OpenCL that a binding makes from opening to closing fails in turn, with each status
/// that the specification allows it, on a real driver: the failure is told by the exception that is
/// documented for it, with the call's name and the device's; nothing is presented as a result that
/// is not one; the next try works; and in the end everything was given back.
///
/// In the gate some calls fail, which the day chooses, with one status each; with `-Pthorough`
/// every call does with every status, and the figures of `.github/SECURITY.md` are those that it
/// reports.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
@Tag("device")
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(1200)
abstract class FailingCallsContract<M, E> {
  /// Functions that are called on the way to a user's queue once its device has told its name.
  private static final Set<String> NAMED =
      Set.of("clGetDeviceIDs", "clRetainContext", "clRetainCommandQueue");

  /// How commands end that a device could not carry out: with a status of the standard's, since
  /// another one has, or with the driver's own.
  private static final List<Integer> ENDS = List.of(-5, -14, -9999);

  private final Driver driver = new Driver();
  private final Tally tally = new Tally();
  private @Nullable Ground<M, E> ground;
  private String name = "";

  /// True if commands are held back, and run in another odd order in each life.
  private boolean isLate;

  private long lives;

  /// The class of the binding.
  abstract Class<?> type();

  /// A context and a queue as a program has them.
  abstract UserDevice<M, E> user();

  @BeforeAll
  @SuppressWarnings("unchecked")
  void interpose() throws ReflectiveOperationException {
    ClassLoader loader = Interposed.binding(type(), driver);
    Class<?> rewritten = loader.loadClass(type().getName());
    ClApi<M, E> api = (ClApi<M, E>) rewritten.getConstructor().newInstance();
    TestSplitters<M, E> device = new TestSplitters<>(api);
    name = device.device().facts().device().name();
    UserDevice<M, E> user = user();
    ground = new Ground<>(device, user, route -> user.borrow(api, route), driver);
    // What is asked once for each process.
    for (Work work : Work.values()) {
      life(work, null);
      late(() -> life(work, null));
    }
  }

  @AfterAll
  void end() {
    tally.say(getClass());
    if (ground != null) {
      ground.user().close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyCallMayFail(Work work) {
    everyCallMayFail(work, 9);
  }

  private void everyCallMayFail(Work work, int few) {
    List<String> calls = callsOf(work);
    Random random = new Random(Seeds.one());
    for (int call : chosen(few, calls, random)) {
      for (int status : sample(1, Statuses.of(calls.get(call - 1)), random)) {
        life(work, Mishap.refused(call, status));
      }
    }
  }

  /// Commands run as late and in as odd an order as their wait lists allow.
  @ParameterizedTest
  @EnumSource
  void commandsMayRunLate(Work work) {
    late(
        () -> {
          for (int i = 0; i < Seeds.rounds(6, 200); i++) {
            assertThat(life(work, null)).isTrue();
            if (work == Work.IN_PLACE || work == Work.VISIBLE) {
              assertThat(driver.calls().contains("clEnqueueReadBuffer"))
                  .as("what the device wrote is made visible")
                  .isEqualTo(work == Work.VISIBLE);
            }
          }
        });
  }

  /// Then calls fail, while the splits are recorded, for which the device is asked more.
  @ParameterizedTest
  @EnumSource
  void everyCallMayFailWhileCommandsRunLate(Work work) {
    try (Recording recording = new Recording()) {
      recording.enable("io.cleave.DeviceSplit");
      recording.start();
      late(() -> everyCallMayFail(work, 6));
    }
    late(() -> theDeviceMayBeGone(work));
  }

  /// There was no memory left to wait with, or to keep an event, so that nobody can wait for it.
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"BORROWED_COPIES", "BORROWED_KERNEL"})
  void noCommandRunsOnWithoutMemory(Work work) {
    late(
        () -> {
          List<String> calls = callsOf(work);
          List<Integer> commands =
              IntStream.rangeClosed(1, calls.size())
                  .filter(call -> calls.get(call - 1).startsWith("clEnqueue"))
                  .boxed()
                  .toList();
          List<Integer> tried = new ArrayList<>(sample(3, commands, new Random(Seeds.one())));
          tried.add(calls.indexOf("clWaitForEvents") + 1);
          for (int call : tried) {
            assertThat(life(work, Mishap.withoutMemory(call))).isFalse();
          }
        });
  }

  private void late(Runnable lives) {
    isLate = true;
    driver.pretend(Pretence.platform("Any"));
    try {
      lives.run();
    } finally {
      isLate = false;
      driver.pretend(Pretence.NONE);
      driver.detour(Detour.NONE);
    }
  }

  /// The user's context and queue are held and let go by calls that fail as others do.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "clRetainContext",
        "clRetainCommandQueue",
        "clReleaseCommandQueue",
        "clReleaseContext"
      })
  void whatIsTheUsersIsLetGo(String function) {
    int call = callsOf(Work.BORROWED_COPIES).lastIndexOf(function) + 1;
    for (int status : Statuses.of(function)) {
      assertThat(life(Work.BORROWED_COPIES, Mishap.refused(call, status))).isFalse();
    }
  }

  /// As some drivers tell it: from some call on, whatever is asked.
  @ParameterizedTest
  @EnumSource
  void theDeviceMayBeGone(Work work) {
    List<String> calls = callsOf(work);
    Random random = new Random(Seeds.one());
    for (int call : chosen(3, calls, random)) {
      life(work, Mishap.gone(call, random.nextBoolean() ? -5 : -9999));
    }
  }

  /// A command that a device has taken ends in an error: the question how it ended is answered so,
  /// and waiting says so, too, or does not.
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"BORROWED_COPIES", "BORROWED_KERNEL"})
  void everyCommandMayEndBadly(Work work) {
    List<String> calls = callsOf(work);
    List<Integer> asked =
        IntStream.rangeClosed(1, calls.size())
            .filter(call -> calls.get(call - 1).equals("clGetEventInfo"))
            .filter(call -> calls.get(call - 2).equals("clWaitForEvents"))
            .boxed()
            .toList();
    assertThat(asked).isNotEmpty();
    Random random = new Random(Seeds.one());
    for (int call : sample(3, asked, random)) {
      for (int status : sample(1, ENDS, random)) {
        assertThat(life(work, Mishap.endedBadly(call, true, status))).isFalse();
        assertThat(life(work, Mishap.endedBadly(call, false, status))).isFalse();
      }
    }
  }

  /// A device cannot be interrupted: the answer is right, and the interrupt is left to the caller.
  @ParameterizedTest
  @EnumSource
  void anInterruptIsKept(Work work) {
    List<String> calls = callsOf(work);
    List<Integer> all = IntStream.rangeClosed(1, calls.size()).boxed().toList();
    for (int call : sample(2, all, new Random(Seeds.one()))) {
      boolean well = life(work, Mishap.interrupted(call));
      assertThat(Thread.interrupted()).as("interrupted in call %d of %s", call, work).isTrue();
      assertThat(well).isTrue();
    }
  }

  private List<String> callsOf(Work work) {
    assertThat(life(work, null)).isTrue();
    List<String> calls = driver.calls();
    String first = work.isBorrowed() ? "clRetainContext" : "clCreateContext";
    assertThat(calls).contains(first, "clReleaseContext");
    return calls;
  }

  /// The calls to fail, counted from 1: a few that the day chooses, or all.
  private static List<Integer> chosen(int few, List<String> calls, Random random) {
    return sample(few, IntStream.rangeClosed(1, calls.size()).boxed().toList(), random);
  }

  private static <T> List<T> sample(int few, List<T> all, Random random) {
    List<T> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, random);
    // Intel's driver compiles for .3 s in each life.
    int most = PlatformUnderTest.NAME.contains("Intel") ? 3 * few : all.size();
    return shuffled.subList(0, Math.min(all.size(), Seeds.rounds(few, most)));
  }

  /// From opening to closing.
  ///
  /// @return whether all went well
  private boolean life(Work work, @Nullable Mishap mishap) {
    if (isLate) {
      driver.detour(new LateCommands(lives++));
    }
    driver.expect(mishap);
    Opened opened = new Opened();
    Throwable failure = catchThrowable(() -> live(work, mishap, opened));
    String what = "%s at %s, %s".formatted(mishap, driver.struck(), work);
    String struck = driver.struck();
    driver.calm();
    tally.count(mishap, struck);
    assertThat(struck != null).as("whether %s happened", what).isEqualTo(mishap != null);
    if (failure != null) {
      requireTold(failure, mishap, struck, opened.is, work, what);
    }
    driver.runAll();
    requireGivenBack(mishap, what);
    if (work.isBorrowed()) {
      Objects.requireNonNull(ground).requireTheUsers();
    }
    return failure == null;
  }

  /// Where even the number of an event is lost, only closing the context gives it back.
  private void requireGivenBack(@Nullable Mishap mishap, String what) {
    Map<String, Integer> live = driver.ledger().live();
    if (mishap != null && mishap.kind() == Mishap.Kind.WITHOUT_MEMORY) {
      assertThat(live.keySet()).as(what).isSubsetOf("event");
      driver.ledger().forget();
    } else {
      assertThat(live).as(what).isEmpty();
    }
  }

  /// No command touches the host's memory once a call has returned.
  private void requireEnded(Work work, @Nullable Throwable failure) {
    List<String> pending = new ArrayList<>(driver.pending());
    if (!work.isHosts()) {
      pending.removeIf(function -> !function.matches("clEnqueue(Read|Write).*"));
    }
    assertThat(pending).as("what goes on in %s after %s", work, failure).isEmpty();
  }

  private static final class Opened {
    boolean is;
  }

  private void live(Work work, @Nullable Mishap mishap, Opened opened) throws Throwable {
    try (Use<?> use = work.open(Objects.requireNonNull(ground))) {
      opened.is = true;
      // Kept from opening, and in the way of a test that maps files.
      boolean interrupted = Thread.interrupted();
      Throwable failure = catchThrowable(use::again);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      requireEnded(work, failure);
      if (failure != null) {
        if (!(failure instanceof OutOfMemoryError)) {
          assertThat(driver.ledger().live())
              .as("left after %s", failure)
              .doesNotContainKey("event");
        }
        if (mishap != null && mishap.passes()) {
          assertThatCode(use::again)
              .as("the next try after %s", failure)
              .doesNotThrowAnyException();
        }
        throw failure;
      }
    }
  }

  private void requireTold(
      Throwable failure,
      @Nullable Mishap mishap,
      @Nullable String struck,
      boolean opened,
      Work work,
      String what) {
    if (mishap == null || struck == null || failure instanceof AssertionError) {
      throw new AssertionError(what, failure);
    }
    if (mishap.kind() == Mishap.Kind.WITHOUT_MEMORY) {
      assertThat(failure).as(what).isInstanceOf(OutOfMemoryError.class);
      return;
    }
    if (Statuses.NOBODY.contains(mishap.status()) && failure instanceof IllegalArgumentException) {
      assertThat(failure).as(what).hasMessageContaining("discover the devices again");
      assertThat(failure).as(what).hasMessageContaining(name);
      return;
    }
    assertThat(failure).as(what).isInstanceOf(OpenClException.class);
    assertThat(((OpenClException) failure).status()).as(what).isEqualTo(mishap.status());
    boolean ended = mishap.kind() == Mishap.Kind.ENDED_BADLY;
    assertThat(failure).as(what).hasMessageContaining(ended ? "clWaitForEvents" : struck);
    if (opened || !work.isBorrowed() || NAMED.contains(struck)) {
      assertThat(failure).as(what).hasMessageContaining(name);
    }
  }
}

package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.backend.OpenClException;
import io.cleave.opencl.PlatformUnderTest;
import io.cleave.opencl.UserDevice;
import io.cleave.opencl.jocl.JoclUserDevice;
import io.cleave.opencl.lwjgl.LwjglUserDevice;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.JoclApi;
import io.cleave.opencl.session.LwjglApi;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A command waits for a gate when a driver refuses what comes next, or there is no memory for it:
/// that is told once the command has ended, since the host's memory is its owner's again then.
@Tag("device")
@Timeout(60)
class HeldCommandTest {
  /// Has the driver strike a step.
  @FunctionalInterface
  interface Strike {
    /// Takes the step, and returns what it throws.
    Throwable at(Runnable step);
  }

  enum Held {
    /// Waiting for a command.
    WAITING(Mishap.refused(1, -5), "clWaitForEvents"),
    WAITING_WITHOUT_MEMORY(Mishap.withoutMemory(1), "clWaitForEvents"),
    /// Keeping the event of a command that was queued.
    KEEPING_WITHOUT_MEMORY(Mishap.withoutMemory(1), "clEnqueueMarkerWithWaitList"),
    /// The end of a mapping, after its size was asked for, and its beginning queued.
    UNMAPPING(Mishap.refused(3, -5), "clEnqueueUnmapMemObject");

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
    private final Mishap mishap;

    private final String function;

    Held(Mishap mishap, String function) {
      this.mishap = mishap;
      this.function = function;
    }

    /// Has it struck, and returns what is told.
    <M, E> Throwable run(Strike strike, ClSession<M, E> session, E gate, MemorySegment host) {
      return switch (this) {
        case WAITING, WAITING_WITHOUT_MEMORY -> {
          E marker = session.marker(List.of(gate));
          Throwable told = strike.at(() -> session.await(marker, "a marker"));
          session.release(marker);
          yield told;
        }
        case KEEPING_WITHOUT_MEMORY -> strike.at(() -> session.marker(List.of(gate)));
        case UNMAPPING -> {
          M adopted = session.adopt(host, true);
          Throwable told = strike.at(() -> session.publish(adopted, List.of(gate)));
          session.free(adopted);
          yield told;
        }
      };
    }

    void requireTold(Throwable told) {
      if (mishap.kind() == Mishap.Kind.WITHOUT_MEMORY) {
        assertThat(told).isInstanceOf(OutOfMemoryError.class);
      } else {
        assertThat(told)
            .isInstanceOf(OpenClException.class)
            .hasMessageStartingWith(function + " failed with CL_OUT_OF_RESOURCES (-5)");
      }
    }
  }

  private final Driver driver = new Driver();

  @ParameterizedTest
  @EnumSource
  void isToldByLwjglWhenTheCommandHasEnded(Held held) throws ReflectiveOperationException {
    ClSession<Long, Long> session = open(LwjglApi.class);
    trial(held, session, new LwjglUserDevice((Long) context(session), 0));
    // Where even the number of an event is lost, only closing the context gives it back.
    assertThat(driver.ledger().live().keySet())
        .isSubsetOf(held == Held.KEEPING_WITHOUT_MEMORY ? List.of("event") : List.of());
  }

  @ParameterizedTest
  @EnumSource
  void isToldByJoclWhenTheCommandHasEnded(Held held) throws ReflectiveOperationException {
    ClSession<cl_mem, cl_event> session = open(JoclApi.class);
    cl_context context = (cl_context) context(session);
    trial(held, session, new JoclUserDevice(context, new cl_command_queue()));
    assertThat(driver.ledger().live()).isEmpty();
  }

  private <M, E> void trial(Held held, ClSession<M, E> session, UserDevice<M, E> user) {
    try (Arena arena = Arena.ofShared();
        session) {
      E gate = user.gate();
      Strike strike = step -> struck(held, () -> user.open(gate, 0), step);
      held.requireTold(held.run(strike, session, gate, arena.allocate(4096, 4096)));
      user.release(gate);
    }
  }

  private Throwable struck(Held held, Runnable open, Runnable step) {
    var opened = new AtomicBoolean();
    driver.expect(held.mishap);
    CompletableFuture<Void> opening =
        CompletableFuture.runAsync(
            () -> {
              opened.set(true);
              open.run();
            },
            CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
    Throwable told = catchThrowable(step::run);
    boolean mayHaveEnded = opened.get();
    opening.join();
    driver.calm();
    assertThat(driver.struck()).isEqualTo(held.function);
    assertThat(mayHaveEnded).as("the gate is open when it is told").isTrue();
    return told;
  }

  /// A session of a binding whose calls go through the driver.
  @SuppressWarnings("unchecked")
  private <M, E> ClSession<M, E> open(Class<? extends ClApi<M, E>> type)
      throws ReflectiveOperationException {
    Class<?> rewritten = Interposed.binding(type, driver).loadClass(type.getName());
    ClApi<M, E> binding = (ClApi<M, E>) rewritten.getConstructor().newInstance();
    return binding.open(PlatformUnderTest.device(binding));
  }

  /// The context that it keeps to itself.
  private static Object context(ClSession<?, ?> session) throws ReflectiveOperationException {
    Method context = session.getClass().getDeclaredMethod("context");
    context.setAccessible(true);
    return context.invoke(session);
  }
}

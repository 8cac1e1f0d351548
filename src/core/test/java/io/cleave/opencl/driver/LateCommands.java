package io.cleave.opencl.driver;

import static org.lwjgl.opencl.CL10.CL_EVENT_COMMAND_EXECUTION_STATUS;
import static org.lwjgl.opencl.CL10.CL_MEM_USE_HOST_PTR;
import static org.lwjgl.opencl.CL10.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

import io.cleave.opencl.run.JoclUserDevice;
import io.cleave.opencl.run.LwjglUserDevice;
import io.cleave.opencl.run.UserDevice;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jocl.cl_context;
import org.jspecify.annotations.Nullable;

/// Holds each command back behind a user event until it is waited for, and runs commands one at a
/// time, in a random order that their wait lists allow.
///
/// Safe for use by many threads.
final class LateCommands implements Interceptor {

  /// A command that has not run.
  ///
  /// @param gate null for a marker, which runs by itself when those before it have
  /// @param after the events of those before it that have not run
  /// @param isInPlace whether it reads memory that is the host's, to make it visible there
  private record Command(
      String function,
      UserDevice<Object, Object> user,
      @Nullable Object gate,
      Object event,
      Set<Long> after,
      boolean isInPlace) {}

  private final Random random;
  private final Map<Long, Command> pending = new LinkedHashMap<>();
  private final Map<Long, UserDevice<Object, Object>> users = new LinkedHashMap<>();
  private final Set<Long> inOrder = new LinkedHashSet<>();
  private final Set<Long> adopted = new LinkedHashSet<>();
  private final Set<Long> released = new LinkedHashSet<>();

  LateCommands(long seed) {
    this.random = new Random(seed);
  }

  /// @param user whose queue is used besides those that are made
  @SuppressWarnings("unchecked")
  LateCommands(long seed, UserDevice<?, ?> user) {
    this(seed);
    users.put(Arguments.handle(user.queue()), (UserDevice<Object, Object>) user);
  }

  @Override
  public synchronized List<String> pending() {
    return pending.values().stream().map(Command::function).toList();
  }

  @Override
  public synchronized @Nullable Object call(
      String function, @Nullable Object[] arguments, Real real) throws Throwable {
    switch (function) {
      case "clWaitForEvents" ->
          Arguments.handles(arguments[1], (int) Arguments.number(arguments, 0))
              .forEach(this::runUntil);
      case "clFinish", "clReleaseCommandQueue" -> runAll();
      case "clGetEventInfo" -> {
        if (Arguments.number(arguments, 1) == CL_EVENT_COMMAND_EXECUTION_STATUS
            && pending.containsKey(Arguments.handle(arguments[0]))) {
          runOne();
        }
      }
      case "clReleaseEvent" -> {
        long event = Arguments.handle(arguments[0]);
        if (pending.containsKey(event)) {
          released.add(event);
          return 0;
        }
      }
      default -> {
        if (function.startsWith("clEnqueue")) {
          return enqueue(function, arguments, real);
        }
      }
    }
    Object result = real.with(arguments);
    if (function.equals("clCreateCommandQueue") && result != null) {
      users.put(Arguments.handle(result), user(arguments[0]));
      if ((Arguments.number(arguments, 2) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0) {
        inOrder.add(Arguments.handle(result));
      }
    }
    if (function.equals("clCreateBuffer") && result != null) {
      adopted.remove(Arguments.handle(result));
      if ((Arguments.number(arguments, 1) & CL_MEM_USE_HOST_PTR) != 0) {
        adopted.add(Arguments.handle(result));
      }
    }
    return result;
  }

  @SuppressWarnings("unchecked")
  private static UserDevice<Object, Object> user(@Nullable Object context) {
    UserDevice<?, ?> user =
        context instanceof cl_context own
            ? new JoclUserDevice(own)
            : new LwjglUserDevice((long) Objects.requireNonNull(context));
    return (UserDevice<Object, Object>) user;
  }

  private @Nullable Object enqueue(String function, @Nullable Object[] arguments, Real real)
      throws Throwable {
    long queue = Arguments.handle(arguments[0]);
    UserDevice<Object, Object> user = Objects.requireNonNull(users.get(queue));
    int event = arguments.length - 1;
    boolean isInPlace =
        function.equals("clEnqueueReadBuffer") && adopted.contains(Arguments.handle(arguments[1]));
    int waits = (int) Arguments.number(arguments, event - 2);
    boolean isMarker = function.equals("clEnqueueMarkerWithWaitList");
    boolean isLast = inOrder.contains(queue) || (isMarker && waits == 0);
    Set<Long> after = new LinkedHashSet<>(pending.keySet());
    if (!isLast) {
      after.retainAll(Arguments.handles(arguments[event - 1], waits));
    }
    if (isMarker) {
      Object result = real.with(arguments);
      if (Arguments.status(result, arguments) == 0) {
        add(new Command(function, user, null, Arguments.made(arguments[event]), after, false));
      }
      return result;
    }
    Object gate = user.gate();
    Object result = Arguments.withWait(arguments, event - 2, gate, real);
    if (Arguments.status(result, arguments) == 0) {
      add(new Command(function, user, gate, Arguments.made(arguments[event]), after, isInPlace));
    } else {
      user.open(gate, 0);
      user.release(gate);
    }
    return result;
  }

  private void add(Command command) {
    pending.put(Arguments.handle(command.event()), command);
  }

  /// Runs commands until this one has run.
  private void runUntil(long event) {
    while (pending.containsKey(event)) {
      runOne();
    }
  }

  @Override
  public synchronized void runAll() {
    while (!pending.isEmpty()) {
      runOne();
    }
  }

  /// Memory that is not the host's own would not have all that the kernels write.
  private void requireWritten(Command command) {
    if (command.isInPlace()
        && pending.values().stream()
            .takeWhile(one -> !one.event().equals(command.event()))
            .anyMatch(one -> one.function().equals("clEnqueueNDRangeKernel"))) {
      throw new AssertionError("memory is made visible before a kernel has written to it");
    }
  }

  private void runOne() {
    List<Command> ready =
        pending.values().stream().filter(command -> command.after().isEmpty()).toList();
    Command next = ready.get(random.nextInt(ready.size()));
    requireWritten(next);
    if (next.gate() != null) {
      next.user().open(next.gate(), 0);
      next.user().release(next.gate());
    }
    next.user().await(next.event());
    long event = Arguments.handle(next.event());
    pending.remove(event);
    pending.values().forEach(command -> command.after().remove(event));
    if (released.remove(event)) {
      next.user().release(next.event());
    }
  }
}

package io.cleave.opencl.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.lwjgl.opencl.CL10;

/// OpenCL as a binding under test sees it. Each call is counted, and goes on to the real function
/// or fails as a [Fault] says. Counts the objects that were made and not released.
///
/// Safe for use by many threads.
public final class Driver {
  /// The status of waiting for a command that has ended in an error.
  static final int EXEC_STATUS_ERROR_FOR_EVENTS = -14;

  private static final Pattern FUNCTION = Pattern.compile("n?cl[A-Z]\\w+");

  /// Larger buffers are not filled.
  private static final long MOST_POISONED = 1 << 20;

  private static final byte POISON = (byte) 0xC3;

  private final List<String> calls = new ArrayList<>();
  private final Map<String, Integer> live = new TreeMap<>();
  private final MemorySegment poison = Arena.ofAuto().allocate(MOST_POISONED).fill(POISON);
  private DeviceAnswers answers = DeviceAnswers.TRUE;
  private Interceptor interceptor = Interceptor.NONE;
  private boolean counting;
  private @Nullable Fault fault;
  private @Nullable String failed;

  /// Links a method of a class that an [Interposed] has made.
  public static CallSite link(Lookup lookup, String name, MethodType type)
      throws ReflectiveOperationException {
    Class<?> copy = lookup.lookupClass();
    Interposed loader = (Interposed) copy.getClassLoader();
    Class<?> owner = Class.forName(copy.getName(), true, loader.getParent());
    MethodHandle real = MethodHandles.publicLookup().findStatic(owner, name, type);
    if (!FUNCTION.matcher(name).matches()) {
      return new ConstantCallSite(real);
    }
    MethodHandle call =
        MethodHandles.lookup()
            .findVirtual(
                Driver.class,
                "call",
                MethodType.methodType(
                    Object.class, String.class, MethodHandle.class, Object[].class));
    // LWJGL has variants of a function, such as nclSetKernelArg and clSetKernelArg1l.
    String function = name.replaceAll("^n|1l$", "");
    return new ConstantCallSite(
        MethodHandles.insertArguments(call, 0, loader.driver(), function, real)
            .asCollector(Object[].class, type.parameterCount())
            .asType(type));
  }

  /// From now on calls are counted from 1, and this fault occurs.
  public synchronized void expect(@Nullable Fault next) {
    counting = true;
    calls.clear();
    failed = null;
    fault = next;
  }

  /// From now on no fault occurs; the calls that were counted stay known.
  public synchronized void calm() {
    counting = false;
    fault = null;
  }

  /// The functions that were called since [#expect(Fault)], in order.
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  /// The function whose call failed, or the first of several.
  public synchronized @Nullable String failed() {
    return failed;
  }

  /// From now on calls pass this interceptor on their way to the real functions.
  public synchronized void intercept(Interceptor next) {
    interceptor = next;
  }

  /// Runs all commands that are held back.
  public void runAll() {
    interceptor().runAll();
  }

  /// The functions whose commands are held back.
  public List<String> pending() {
    return interceptor().pending();
  }

  private synchronized Interceptor interceptor() {
    return interceptor;
  }

  /// From now on questions about platforms and devices have these answers.
  ///
  /// @return the answers before
  public synchronized DeviceAnswers answer(DeviceAnswers next) {
    DeviceAnswers before = answers;
    answers = next;
    return before;
  }

  private synchronized DeviceAnswers answers() {
    return answers;
  }

  /// Each kind of object of which some were made and not released, with their number.
  public synchronized Map<String, Integer> live() {
    return Map.copyOf(live);
  }

  /// Forgets all objects.
  synchronized void forget() {
    live.clear();
  }

  /// The user releases an event, by a call that does not pass here.
  void handOver() {
    count("clReleaseEvent", 0);
  }

  /// An object counts as released however the call ends: it cannot be tried again.
  private synchronized void count(String function, int status) {
    boolean makes = status == 0 && function.matches("cl(Create|Retain|Enqueue).*");
    int change = function.startsWith("clRelease") ? -1 : makes ? 1 : 0;
    String kind =
        switch (function.replaceFirst("cl(Create|Release|Retain|Enqueue)", "")) {
          case "Buffer", "SubBuffer", "MemObject" -> "memory";
          case "ProgramWithSource", "Program" -> "program";
          case "Kernel" -> "kernel";
          case "CommandQueue" -> "queue";
          case "Context" -> "context";
          default -> "event";
        };
    live.merge(kind, change, Integer::sum);
    live.values().removeIf(number -> number == 0);
  }

  private synchronized @Nullable Fault next(String function) {
    if (counting) {
      calls.add(function);
    }
    if (fault == null || !fault.concerns(calls.size())) {
      return null;
    }
    if (failed == null) {
      failed = function;
    }
    return fault;
  }

  /// A call of a function.
  @SuppressWarnings("unused") // by link
  private @Nullable Object call(String function, MethodHandle real, @Nullable Object[] arguments)
      throws Throwable {
    Fault now = next(function);
    if (now == null) {
      return made(function, real, arguments);
    }
    boolean waits = function.equals("clWaitForEvents");
    return switch (now.kind()) {
      case INTERRUPTED -> {
        Thread.currentThread().interrupt();
        yield made(function, real, arguments);
      }
      case WITHOUT_MEMORY -> {
        if (!waits) {
          made(function, real, arguments);
        }
        throw new OutOfMemoryError("none left for " + function);
      }
      case ENDED_BADLY -> {
        Object status = made(function, real, arguments);
        if (!waits) {
          Arguments.answer(arguments, now.status());
        }
        yield waits ? EXEC_STATUS_ERROR_FOR_EVENTS : status;
      }
      case REFUSED, GONE -> {
        boolean isMade = now.isMadeEvenSo(function);
        Object result = isMade ? made(function, real, arguments) : null;
        yield isMade && Arguments.status(result, arguments) != 0
            ? result
            : Arguments.fail(real.type().returnType(), arguments, now.status());
      }
    };
  }

  /// The real call. New memory has a pattern in it, so that a read before the first write shows.
  private @Nullable Object made(String function, MethodHandle real, @Nullable Object[] arguments)
      throws Throwable {
    if (function.equals("clCreateBuffer")
        && Arguments.isNull(arguments[3])
        && Arguments.number(arguments, 2) <= MOST_POISONED) {
      arguments[1] = Arguments.number(arguments, 1) | CL10.CL_MEM_COPY_HOST_PTR;
      arguments[3] =
          Arguments.pointer(poison.asSlice(0, Arguments.number(arguments, 2)), arguments[3]);
    }
    Object result = interceptor().call(function, arguments, with -> real.invokeWithArguments(with));
    answers().answer(function, arguments);
    count(function, Arguments.status(result, arguments));
    return result;
  }
}

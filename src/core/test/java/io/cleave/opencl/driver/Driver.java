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
import org.jspecify.annotations.Nullable;
import org.lwjgl.opencl.CL10;

/// OpenCL as a binding under test sees it: each of its calls comes here, is counted, and goes on to
/// the real function or, when a [Mishap] says so, fails. Keeps account of what was made and not
/// given back.
///
/// Safe for use by many threads.
public final class Driver {
  /// The status of waiting for a command that has ended in an error.
  static final int EXEC_STATUS_ERROR_FOR_EVENTS = -14;

  /// Larger buffers are not filled.
  private static final long MOST_POISONED = 1 << 20;

  private static final byte POISON = (byte) 0xC3;

  private final List<String> calls = new ArrayList<>();
  private final Ledger ledger = new Ledger();
  private final MemorySegment poison = Arena.ofAuto().allocate(MOST_POISONED).fill(POISON);
  private Pretence pretence = Pretence.NONE;
  private Detour detour = Detour.NONE;
  private boolean counting;
  private @Nullable Mishap mishap;
  private @Nullable String struck;

  /// Links a rewritten call: what the byte code of an [Interposed] class asks for.
  ///
  /// @param owner the class that has the function
  public static CallSite link(Lookup lookup, String name, MethodType type, Class<?> owner)
      throws ReflectiveOperationException {
    Driver driver = ((Interposed) lookup.lookupClass().getClassLoader()).driver();
    MethodHandle real = lookup.findStatic(owner, name, type);
    MethodHandle call =
        MethodHandles.lookup()
            .findVirtual(
                Driver.class,
                "call",
                MethodType.methodType(
                    Object.class, String.class, MethodHandle.class, Object[].class));
    String function = name.startsWith("n") ? name.substring(1) : name;
    return new ConstantCallSite(
        MethodHandles.insertArguments(call, 0, driver, function, real)
            .asCollector(Object[].class, type.parameterCount())
            .asType(type));
  }

  /// From now on calls are counted from 1, and this happens.
  public synchronized void expect(@Nullable Mishap next) {
    counting = true;
    calls.clear();
    struck = null;
    mishap = next;
  }

  /// From now on nothing happens; what was called and struck stays known.
  public synchronized void calm() {
    counting = false;
    mishap = null;
  }

  /// The functions that were called since [#expect(Mishap)], in order.
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  /// The function whose call failed, or the first of several.
  public synchronized @Nullable String struck() {
    return struck;
  }

  /// From now on calls take this way to the real functions.
  public synchronized void detour(Detour next) {
    detour = next;
  }

  /// Runs all commands that are held back, before somebody waits past the driver.
  public void runAll() {
    detour().runAll();
  }

  /// The functions whose commands are held back.
  public List<String> pending() {
    return detour().pending();
  }

  private synchronized Detour detour() {
    return detour;
  }

  /// From now on questions about platforms and devices are answered so.
  ///
  /// @return how they were answered before
  public synchronized Pretence pretend(Pretence next) {
    Pretence before = pretence;
    pretence = next;
    return before;
  }

  /// The account of objects that were made and not given back.
  public Ledger ledger() {
    return ledger;
  }

  private synchronized @Nullable Mishap next(String function) {
    if (counting) {
      calls.add(function);
    }
    if (mishap == null || !mishap.strikes(calls.size())) {
      return null;
    }
    if (struck == null) {
      struck = function;
    }
    return mishap;
  }

  /// A call of a function.
  @SuppressWarnings("unused") // by link
  private @Nullable Object call(String function, MethodHandle real, @Nullable Object[] arguments)
      throws Throwable {
    Mishap now = next(function);
    if (now != null && now.kind() == Mishap.Kind.INTERRUPTED) {
      Thread.currentThread().interrupt();
      now = null;
    }
    if (now != null && now.kind() == Mishap.Kind.WITHOUT_MEMORY) {
      throw exhausted(function, real, arguments);
    }
    if (now != null && now.kind() == Mishap.Kind.ENDED_BADLY) {
      return ended(now, function, real, arguments);
    }
    if (now == null || now.happensAfterwards(function)) {
      Object result = made(function, real, arguments);
      int status = Signature.status(result, arguments);
      ledger.enter(function, status);
      return now == null || status != 0 ? result : failed(now, real, arguments);
    }
    return failed(now, real, arguments);
  }

  /// The real call. New memory has a pattern in it, so that a read before the first write shows.
  private @Nullable Object made(String function, MethodHandle real, @Nullable Object[] arguments)
      throws Throwable {
    if (function.equals("clCreateBuffer")
        && Signature.isNull(arguments[3])
        && Signature.number(arguments, 2) <= MOST_POISONED) {
      arguments[1] = Signature.number(arguments, 1) | CL10.CL_MEM_COPY_HOST_PTR;
      arguments[3] =
          Signature.pointer(poison.asSlice(0, Signature.number(arguments, 2)), arguments[3]);
    }
    Detour way;
    Pretence answers;
    synchronized (this) {
      way = detour;
      answers = pretence;
    }
    Object result = way.call(function, arguments, with -> real.invokeWithArguments(with));
    answers.answer(function, arguments);
    return result;
  }

  private Error exhausted(String function, MethodHandle real, @Nullable Object[] arguments)
      throws Throwable {
    if (!function.equals("clWaitForEvents")) {
      ledger.enter(function, Signature.status(made(function, real, arguments), arguments));
    }
    return new OutOfMemoryError("none left for " + function);
  }

  /// Waiting fails by a status of its own, and the question is answered.
  private @Nullable Object ended(
      Mishap mishap, String function, MethodHandle real, @Nullable Object[] with) throws Throwable {
    Object status = made(function, real, with);
    ledger.enter(function, Signature.status(status, with));
    if (function.equals("clWaitForEvents")) {
      return EXEC_STATUS_ERROR_FOR_EVENTS;
    }
    Signature.answer(with, mishap.status());
    return status;
  }

  private static @Nullable Object failed(
      Mishap mishap, MethodHandle real, @Nullable Object[] arguments) {
    return Signature.fail(real.type().returnType(), arguments, mishap.status());
  }
}

package io.cleave.opencl.driver;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// OpenCL as a binding under test sees it: each of its calls comes here, is counted, and goes on to
/// the real function or, when a [Mishap] says so, fails. Keeps account of what was made and not
/// given back.
///
/// Safe for use by many threads.
public final class Driver {
  /// What waiting says of a command that has ended in an error.
  static final int EXEC_STATUS_ERROR_FOR_EVENTS = -14;

  private final List<String> calls = new ArrayList<>();
  private final Ledger ledger = new Ledger();
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
  synchronized void expect(@Nullable Mishap next) {
    calls.clear();
    struck = null;
    mishap = next;
  }

  /// From now on nothing happens; what was called and struck stays known.
  synchronized void calm() {
    mishap = null;
  }

  /// The functions that were called since [#expect(Mishap)], in order.
  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  /// The function whose call failed, or the first of several.
  synchronized @Nullable String struck() {
    return struck;
  }

  /// What was made and not given back.
  Ledger ledger() {
    return ledger;
  }

  private synchronized @Nullable Mishap next(String function) {
    calls.add(function);
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
      Object result = real.invokeWithArguments(arguments);
      int status = Signature.status(result, arguments);
      ledger.enter(function, status);
      return now == null || status != 0 ? result : failed(now, real, arguments);
    }
    return failed(now, real, arguments);
  }

  private Error exhausted(String function, MethodHandle real, @Nullable Object[] arguments)
      throws Throwable {
    if (!function.equals("clWaitForEvents")) {
      ledger.enter(function, Signature.status(real.invokeWithArguments(arguments), arguments));
    }
    return new OutOfMemoryError("none left for " + function);
  }

  /// Waiting fails by a status of its own, and the question is answered.
  private Object ended(Mishap mishap, String function, MethodHandle real, @Nullable Object[] with)
      throws Throwable {
    int status = (int) real.invokeWithArguments(with);
    ledger.enter(function, status);
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

package io.cleave.opencl.session;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A call of native code that does nothing but call back.
///
/// Java keeps the arenas of what it hands to native code open until that returns. It does so for
/// nobody else; and the bindings to OpenCL get addresses, which Java knows nothing of. So they are
/// called from within a call that has the segments.
public final class NativeCall {
  /// The most segments of one call.
  public static final int MOST = 16;

  /// How deep [#deepEnough] goes, each step of which takes 16 bytes once it is compiled: what Java
  /// does between the call and the call back takes less. With 256 processes ended, with 384 none
  /// did (JDK 25, x64). It takes .8 us.
  private static final int DEPTH = 640;

  /// What the call of this thread is for: native code carries nothing but addresses.
  private static final ThreadLocal<Work> CURRENT = new ThreadLocal<>();

  /// Null where native access is denied.
  private static final @Nullable MethodHandle CALL = call();

  private NativeCall() {}

  /// What is done in the call back. Nothing may be thrown through native code.
  private static final class Work {
    private final Runnable body;
    private @Nullable Throwable failure;

    Work(Runnable body) {
      this.body = body;
    }

    void run() {
      try {
        body.run();
      } catch (Throwable e) {
        failure = e;
      }
    }

    void throwFailure() {
      switch (failure) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException("a Runnable cannot throw this", failure);
      }
    }
  }

  /// Does something while the arenas of these segments stay open. Where native access is denied
  /// they do not, and a binding is hardly there.
  ///
  /// @param segments at most [#MOST], in native memory
  /// @throws IllegalStateException if one of the arenas is closed
  public static void with(List<MemorySegment> segments, Runnable body) {
    MethodHandle call = CALL;
    if (call == null) {
      body.run();
      return;
    }
    deepEnough(DEPTH);
    MemorySegment[] arguments = new MemorySegment[MOST];
    Arrays.setAll(arguments, i -> i < segments.size() ? segments.get(i) : MemorySegment.NULL);
    Work work = new Work(body);
    Work outer = CURRENT.get();
    CURRENT.set(work);
    try {
      call.invokeExact(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("native code cannot throw this", e);
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
    work.throwFailure();
  }

  /// Takes a stretch of the stack and leaves it again: where there is none left, that is an error
  /// here, and would end the process in the call back, through which nothing can be thrown.
  private static int deepEnough(int depth) {
    return depth == 0 ? 0 : 1 + deepEnough(depth - 1);
  }

  /// What native code calls.
  @SuppressWarnings("UnusedMethod")
  private static void callBack() {
    CURRENT.get().run();
  }

  private static FunctionDescriptor type(MemoryLayout argument) {
    return FunctionDescriptor.ofVoid(
        Collections.nCopies(MOST, argument).toArray(MemoryLayout[]::new));
  }

  /// What is called takes addresses as numbers: Java would make a segment of each, for which there
  /// may be no memory, and nobody could catch that.
  @SuppressWarnings("restricted")
  private static @Nullable MethodHandle call() {
    FunctionDescriptor numbers = type(ValueLayout.JAVA_LONG);
    try {
      MethodHandle back =
          MethodHandles.lookup()
              .findStatic(NativeCall.class, "callBack", MethodType.methodType(void.class));
      Linker linker = Linker.nativeLinker();
      MemorySegment target =
          linker.upcallStub(
              MethodHandles.dropArguments(back, 0, numbers.toMethodType().parameterList()),
              numbers,
              Arena.global());
      return linker
          .downcallHandle(target, type(ValueLayout.ADDRESS))
          .asSpreader(MemorySegment[].class, MOST);
    } catch (IllegalCallerException e) {
      return null;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("it is in this class", e);
    }
  }
}

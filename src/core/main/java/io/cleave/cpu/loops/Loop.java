package io.cleave.cpu.loops;

import io.cleave.spi.Background;
import io.cleave.spi.WarmUp;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Loop on the Vector API with its warm-up guard: the plain loop is used until C2 has compiled this
/// one and it has measured faster. In the interpreter every vector operation allocates, and the
/// loop takes a hundred to ten thousand times as long.
///
/// The warm-up takes place in the background, on sample memory. C2 compiles a method that has been
/// called 5,000 times. Calls without steps count too, and take no time; so most calls have none,
/// and the others as many steps as C2 needs to profile the loop. With steps in all calls the
/// warm-up of u16 in three of `short[]` took 1.2 to 3 s on idle processors, and did not end in time
/// on busy ones; now it takes .4 to .8 s.
///
/// There is one warm-up at a time in a process, and none is queued: the next one is for the loop
/// that is used first after the last one has ended.
///
/// Safe for use by many threads.
public final class Loop {
  /// The work that is compared, on sample memory.
  ///
  /// @param steps how many steps a comparison takes; memory has room for as many, and for
  ///   [#FEW_STEPS]
  /// @param byLoop makes so many steps by a loop
  /// @param byPlain does the work of so many steps by the plain loop
  /// @param times how many times as long the loop may take: more than 1 if it does more than the
  ///   plain loop
  public record Trial(
      int steps, ObjIntConsumer<MethodHandle> byLoop, IntConsumer byPlain, int times) {}

  /// The steps of a trial until the loop is compiled.
  public static final int FEW_STEPS = 16;

  /// The bytes that plain loops move before the first warm-up, in 1 to 10 ms.
  private static final long WARM_UP_BYTES = 32L << 20;

  /// After a warm-up without success the next one follows when so many times as much was moved.
  private static final long PATIENCE = 4;

  /// The calls without steps for each call with steps. C2 inlines a method of more than 35
  /// bytecodes only where there is a call of it for every four calls of the loop; each step makes
  /// one. With 100 idle calls C2 inlined none, and the loop was slower than the plain one.
  private static final int IDLE_CALLS = 40;

  /// The calls after which C1 compiles a method, and the nanoseconds that it usually takes. Its
  /// code profiles for C2, ten times as fast as the interpreter.
  private static final int CALLS_FOR_C1 = 1000;

  private static final long NANOS_FOR_C1 = 10_000_000;

  /// A loop is compiled if a few steps take at most 8 times as long as by the plain one, and 2,000
  /// ns more for the idle calls: the call alone may take longer than the plain loop (3 of 5 bytes:
  /// 340 and 230 ns; 40,000 before it is compiled). 150 runs make more than 5,000 calls. C2's
  /// thread may have to wait for a processor.
  private static final WarmUp COMPILATION = new WarmUp(8, 2_000, 150, 8_000_000_000L);

  private static final long COMPARE_NANOS = 500_000_000;

  private static final AtomicBoolean IS_WARMING_UP = new AtomicBoolean();
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

  private final String name;
  private final Supplier<MethodHandle> linker;
  private final AtomicLong plainBytes = new AtomicLong();
  private volatile long next = WARM_UP_BYTES;
  private volatile @Nullable MethodHandle ready;

  /// @param name for the log
  /// @param linker finds the loop; may load the Vector API
  public Loop(String name, Supplier<MethodHandle> linker) {
    this.name = name;
    this.linker = linker;
  }

  /// The loop, if it is compiled and faster.
  public @Nullable MethodHandle ifReady() {
    return ready;
  }

  /// Counts bytes that the plain loop has moved, and starts a warm-up in the background after
  /// enough of them.
  public void moved(long bytes, Supplier<Trial> trial) {
    if (ready == null
        && plainBytes.addAndGet(bytes) >= next
        && !IS_WARMING_UP.get()
        && IS_WARMING_UP.compareAndSet(false, true)
        && !Background.LOOPS.offer(() -> warmUp(trial))) {
      IS_WARMING_UP.set(false);
    }
  }

  private void warmUp(Supplier<Trial> trial) {
    try {
      MethodHandle loop = linker.get();
      Trial work = trial.get();
      for (int i = 0; i < CALLS_FOR_C1; i++) {
        work.byLoop.accept(loop, 0);
      }
      LockSupport.parkNanos(NANOS_FOR_C1);
      Runnable fewSteps =
          () -> {
            for (int i = 0; i < IDLE_CALLS; i++) {
              work.byLoop.accept(loop, 0);
            }
            work.byLoop.accept(loop, FEW_STEPS);
          };
      Runnable manySteps = () -> work.byLoop.accept(loop, work.steps);
      boolean isFaster =
          isMet(COMPILATION, fewSteps, work, FEW_STEPS)
              && isMet(new WarmUp(work.times, 0, 0, COMPARE_NANOS), manySteps, work, work.steps);
      ready = isFaster ? loop : null;
      LOG.debug("{} is {}", name, isFaster ? "compiled, and faster" : "no faster than plain loops");
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      LOG.debug("{} cannot be tried: {}", name, e.toString());
    } finally {
      next = plainBytes.get() * PATIENCE;
      IS_WARMING_UP.set(false);
    }
  }

  private static boolean isMet(WarmUp warmUp, Runnable byLoop, Trial trial, int steps) {
    Runnable byPlain = () -> trial.byPlain.accept(steps);
    return warmUp.isMet(warmUp.times(byPlain, byLoop, Background.LOOPS::isClosing));
  }

  /// Uses the loop from the first call.
  public Loop withoutWarmUp() {
    ready = linker.get();
    return this;
  }
}

package io.cleave.tune;

import io.cleave.Device;
import io.cleave.OpenClException;
import io.cleave.opencl.run.Chunks;
import io.cleave.opencl.run.OpenClSplitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.AbstractSplitter;
import io.cleave.spi.Background;
import io.cleave.spi.PlanMemo;
import io.cleave.spi.Residence;
import io.cleave.spi.RouteExplanation;
import io.cleave.spi.WarmUp;
import io.cleave.tune.Tuner.MeasuredCandidate;
import io.cleave.tune.Tuner.State;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Splits by the fastest of several candidates, which it finds by measuring the calls.
///
/// Only splits of large native memory are tuned; the baseline carries out everything else. Mapped
/// files are not tuned: if one is cut short, plain Java reports it, and a driver would end the
/// process.
///
/// When a plan has been split often, a background thread opens devices and tries the other
/// candidates on some rows in separate memory: they are compiled and warmed up, and must write the
/// bytes that the baseline writes, before they may touch a user's memory. From then on they are
/// measured.
///
/// A candidate that fails is not used for the plan any more, and the baseline carries out the call
/// in which it failed. The first failure of each device is logged at WARN.
public final class TuningSplitter extends AbstractSplitter {
  /// Bytes of rows and their parts in a trial: enough to recognise a candidate that is far too
  /// slow, few enough to take little time.
  private static final long TRIAL_BYTES = 2 << 20;

  /// Bytes in a trial of a conversion, whose kernels write past the caches from 16 MiB on. A
  /// smaller trial compiles other kernels, and the caller's own call waits for the compiler.
  private static final long CONVERSION_TRIAL_BYTES = 16 << 20;

  /// A plan is not tuned if a row of it, or two indices of the axes before a stack, take more.
  private static final long MOST_TRIAL_BYTES = 64 << 20;

  /// A candidate is far too slow if it takes more than 3 times as long as the baseline, plus 100 us
  /// to start a device, and gets no faster for .1 s.
  private static final WarmUp WARM_UP = new WarmUp(3, 100_000, 6_000, 10_000_000L, 100_000_000L);

  /// Warm-up of the first trial in a process, in which HotSpot compiles what calls the driver: it
  /// ends when a candidate gets no faster for 1 s.
  private static final WarmUp FIRST_WARM_UP =
      new WarmUp(3, 100_000, 6_000, 10_000_000L, 1_000_000_000L);

  private static final AtomicBoolean HAS_TRIED = new AtomicBoolean();

  /// The time between the first plan of a process that is split often, and the opening of devices.
  /// LWJGL and a driver keep two processors busy for a second. Without this wait HotSpot compiles
  /// loops later, and an image is split less than half as often in the first second.
  private static final long OPENING_NANOS = 1_000_000_000L;

  private static final byte POISON = (byte) 0xA5;
  private static final Logger LOG = LoggerFactory.getLogger(TuningSplitter.class);

  private final Candidates candidates;
  private final TuningCandidate baseline;
  private final TuningMode mode;
  private final TuningFile file;
  private final PlanMemo<Tuner> tuners = new PlanMemo<>(this::tuner);

  /// The devices whose failure has been logged.
  private final Set<String> reported = ConcurrentHashMap.newKeySet();

  /// Lock of the thread that prepares candidates.
  private final Object preparing = new Object();

  private boolean isOpen;
  private volatile boolean isClosing;

  /// @param file the stored results
  TuningSplitter(Candidates candidates, TuningMode mode, TuningFile file) {
    this.candidates = candidates;
    this.baseline = candidates.baseline();
    this.mode = mode;
    this.file = file;
  }

  private Tuner tuner(SplitPlan plan) {
    String key = TuningFile.key(candidates.name(), plan);
    return new Tuner(key, baseline, mode == TuningMode.MEASURE || file.byKey().containsKey(key));
  }

  /// True if splits by this plan in native memory are tuned.
  public boolean isTuned(SplitPlan plan) {
    return plan.data().type() != ElementType.STRING
        && plan.data().bytes() >= candidates.leastBytes()
        && Math.max(plan.partCount(), plan.geometry().pieces()) <= PlanMemo.MOST_PARTS;
  }

  @Override
  public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    if (isTuned(plan) && OpenClSplitter.isShareable(data, parts)) {
      Tuner tuner = tuners.of(plan);
      long bytes = plan.data().bytes();
      Consumer<AbstractSplitter> call = splitter -> splitter.carryOut(plan, data, parts);
      tuner.carryOut(bytes, one -> carryOut(tuner, one, call), () -> prepareLater(tuner, plan));
    } else {
      baseline.splitter().carryOut(plan, data, parts);
    }
  }

  private void carryOut(Tuner tuner, MeasuredCandidate one, Consumer<AbstractSplitter> call) {
    try {
      call.accept(one.candidate.splitter());
    } catch (IllegalArgumentException | IllegalStateException e) {
      // The caller's mistake, such as an arena that another thread has closed.
      throw e;
    } catch (RuntimeException e) {
      if (one.candidate.equals(baseline)) {
        throw e;
      }
      try {
        call.accept(baseline.splitter());
      } catch (RuntimeException both) {
        both.addSuppressed(e);
        throw both;
      }
      tuner.end(one, State.FAILED, reported(one.candidate, e));
    }
  }

  /// Reports the first failure of a device.
  ///
  /// @return the remark for the candidate
  private String reported(TuningCandidate candidate, Throwable failure) {
    if (reported.add(candidate.splitter().device().toString())) {
      LOG.warn("{} failed: {}; {} takes over", candidate.name(), reason(failure), baseline.name());
    }
    return "excluded: it failed: " + reason(failure);
  }

  private static String reason(Throwable failure) {
    return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
  }

  /// Initialised by the first preparation in the process.
  private static final class FirstPreparation {
    static final long NANOS = System.nanoTime();
  }

  /// Prepares in the background, but not in the first second of splits by plain Java, unless a
  /// result is stored.
  ///
  /// @return false to be asked again later
  private boolean prepareLater(Tuner tuner, SplitPlan plan) {
    boolean isFirstSecond = System.nanoTime() - FirstPreparation.NANOS < OPENING_NANOS;
    return (!isFirstSecond || !isJava() || file.byKey().containsKey(tuner.key))
        && Background.DEVICES.offer(() -> prepare(tuner, plan));
  }

  /// Opens devices, and tries a plan's candidates until one is to be measured.
  private void prepare(Tuner tuner, SplitPlan plan) {
    synchronized (preparing) {
      SplitPlan some = someRows(plan);
      if (!tuner.isComplete() && !isEnding()) {
        list(tuner, plan, weight(some) <= MOST_TRIAL_BYTES);
      }
      Optional<MeasuredCandidate> one = tuner.due();
      while (one.isPresent() && !isEnding()) {
        if (one.get().measurements > 0) {
          tuner.measure(one.get());
        } else {
          tryOut(tuner, one.get(), some);
        }
        one = tuner.due();
      }
    }
  }

  /// Gives the tuner a plan's candidates, or only the one that a stored result names.
  private void list(Tuner tuner, SplitPlan plan, boolean mayTry) {
    List<TuningCandidate> others = List.of();
    Optional<TuningCandidate> stored = file.stored(tuner.key, List.of(baseline));
    if (stored.isEmpty() && mayTry) {
      others = others(plan);
      stored = file.stored(tuner.key, others);
      if (stored.isPresent() || mode == TuningMode.FIXED) {
        others = stored.stream().toList();
      }
    }
    String alone = others.isEmpty() ? "the only candidate" : "faster";
    tuner.add(others, stored.isPresent() ? "stored in " + file.path() : alone);
  }

  private boolean isEnding() {
    return isClosing || Background.DEVICES.isClosing();
  }

  private List<TuningCandidate> others(SplitPlan plan) {
    try {
      if (!isOpen) {
        isOpen = true;
        candidates.opener().run();
      }
      return candidates.others().apply(plan);
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("no device is used: {}", reason(e));
      return List.of();
    }
  }

  /// The plan of a trial: some rows, in whole bytes and in two or more whole chunks of a stack.
  /// Data that is not dense has all of them.
  private static SplitPlan someRows(SplitPlan plan) {
    long each = Math.max(1, weight(plan) / Math.max(1, plan.rows()));
    long least = Math.max(1, Chunks.leastRows(plan));
    long bytes = plan.conversion().isPresent() ? CONVERSION_TRIAL_BYTES : TRIAL_BYTES;
    long chunks = Math.ceilDiv(Math.ceilDiv(bytes, each), least);
    long rows = Math.max(plan.isStacked() ? 2 : 1, chunks) * least;
    return rows >= plan.rows() ? plan : plan.slab(rows);
  }

  /// The bytes of data and parts.
  private static long weight(SplitPlan plan) {
    return plan.data().bytes() + plan.partBytes();
  }

  /// Tries a candidate beside the baseline, and excludes it if it is far too slow or writes other
  /// bytes. It is not measured if a stored result names it.
  private void tryOut(Tuner tuner, MeasuredCandidate one, SplitPlan plan) {
    TuningCandidate candidate = one.candidate;
    SplittableRandom random = new SplittableRandom(1);
    try (Arena arena = Arena.ofShared()) {
      long bytes = plan.data().bytes();
      MemorySegment noise = arena.allocate(bytes + Long.BYTES, 64);
      for (long at = 0; at < bytes; at += Long.BYTES) {
        noise.set(ValueLayout.JAVA_LONG, at, random.nextLong());
      }
      MemorySegment data = noise.asSlice(0, bytes);
      List<MemorySegment> right = outputs(plan, arena);
      List<MemorySegment> written = outputs(plan, arena);
      WarmUp warmUp = HAS_TRIED.get() ? WARM_UP : FIRST_WARM_UP;
      WarmUp.Times times =
          warmUp.times(
              () -> baseline.splitter().carryOut(plan, data, right),
              () -> candidate.splitter().carryOut(plan, data, written),
              this::isEnding);
      if (isEnding()) {
        return;
      }
      HAS_TRIED.set(true);
      for (Part part : plan.parts()) {
        if (written.get(part.index()).mismatch(right.get(part.index())) >= 0) {
          String where = "excluded: it writes other bytes than the baseline, at " + part;
          tuner.end(one, State.EXCLUDED, where);
          return;
        }
      }
      if (!warmUp.isMet(times)) {
        double ratio = (double) times.candidate() / times.baseline();
        String longer = String.format(Locale.ROOT, "%.1f times as long", ratio);
        tuner.end(one, State.EXCLUDED, "excluded: " + longer + " as the baseline");
      } else if (file.stored(tuner.key, List.of(candidate)).isPresent()) {
        tuner.end(one, State.FASTER, "faster");
      } else {
        tuner.measure(one);
      }
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      tuner.end(one, State.FAILED, reported(candidate, e));
    }
  }

  private static List<MemorySegment> outputs(SplitPlan plan, Arena arena) {
    return plan.parts().stream()
        .map(part -> arena.allocate(part.bytes(), 64).fill(POISON))
        .toList();
  }

  @Override
  public Residence residence() {
    return isJava() ? super.residence() : baseline.splitter().residence();
  }

  @Override
  public boolean isJava() {
    return baseline.splitter().isJava();
  }

  @Override
  public Device device() {
    return baseline.splitter().device();
  }

  /// How the next split of this plan in native memory would be carried out, and the figures of the
  /// candidates. Tries the candidate whose result is stored, if there is one.
  @Override
  public RouteExplanation route(SplitPlan plan) {
    if (!isTuned(plan)) {
      return baseline.splitter().route(plan);
    }
    Tuner tuner = tuners.of(plan);
    if (file.byKey().containsKey(tuner.key) && !tuner.isComplete()) {
      prepare(tuner, plan);
    }
    TuningCandidate fastest = tuner.fastest().candidate;
    RouteExplanation route = fastest.splitter().route(plan);
    TuningResult result = tuner.result();
    List<RouteExplanation.Step> steps = new ArrayList<>(route.steps());
    result.figures().forEach(figures -> steps.add(new RouteExplanation.Step("candidate", figures)));
    // Another candidate is on a named route, though nobody asked for it.
    String known = fastest.equals(baseline) ? route.reason() + "; " : "";
    String reason = "%s%s for %s".formatted(known, result.reason(), result.key());
    return new RouteExplanation(route.name(), reason, steps);
  }

  /// The result for a plan; empty until it is decided, and for a plan that is not tuned.
  public Optional<TuningResult> result(SplitPlan plan) {
    return Optional.of(plan)
        .filter(this::isTuned)
        .map(tuners::of)
        .filter(Tuner::isDecided)
        .map(Tuner::result);
  }

  /// Closes all candidates. A device that was not named may fail then, which is only reported.
  @Override
  protected void release() {
    isClosing = true;
    synchronized (preparing) {
      try {
        candidates.closer().run();
      } catch (OpenClException e) {
        if (!isJava()) {
          throw e;
        }
        if (reported.isEmpty()) {
          LOG.warn("{}; all splits before it are right", reason(e));
        }
      }
    }
  }
}

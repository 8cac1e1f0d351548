package io.cleave.tune;

import io.cleave.backend.Device;
import io.cleave.backend.OpenClException;
import io.cleave.backend.Route;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.Background;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.PlanMemo;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has each split carried out by the fastest candidate, as far as that is known, and finds it on
/// the way.
///
/// Only splits of large native memory are tuned. Plain Java survives a mapped file that is cut
/// short meanwhile and reports it; a device's driver would take the process with it. The baseline
/// carries out everything else.
///
/// When a plan has been split often, a background thread opens devices and tries the candidates.
/// From then on they are measured. A challenger that fails is not used for the plan any more, and
/// the baseline carries out the call in which it failed. That is reported at WARN once for all that
/// fail together, such as the routes of a device.
public final class TuningSplitter extends HostSplitter {
  private static final Logger LOG = LoggerFactory.getLogger(TuningSplitter.class);

  /// Bytes of a plan's calls after which devices are opened and kernels compiled for it: what takes
  /// plain Java some milliseconds.
  private static final long WORTH_BYTES = 64 << 20;

  /// Calls before that at least: a command that splits a file once uses no device.
  private static final int WORTH_CALLS = 3;

  /// Addresses must be multiples of it: a kernel's widest word.
  private static final long ALIGNMENT = 16;

  /// The tuning of a plan.
  private static final class Tuned {
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean isBegun;

    /// Of the candidates that have passed their trial.
    private volatile @Nullable Tuner tuner;

    Tuned(boolean isPossible) {
      isBegun = new AtomicBoolean(!isPossible);
    }

    /// Counts a call, and prepares the tuner in the background if it is worth it.
    void count(long moved, Runnable preparation) {
      if (!isBegun.getPlain()
          && bytes.addAndGet(Math.min(moved, WORTH_BYTES / WORTH_CALLS + 1)) >= WORTH_BYTES
          && isBegun.compareAndSet(false, true)) {
        isBegun.set(Background.DEVICES.offer(preparation));
      }
    }
  }

  private final Candidates candidates;
  private final Candidate baseline;
  private final TuningMode mode;
  private final TuningFile file;
  private final PlanMemo<Tuned> plans;
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  /// Held by the thread that prepares.
  private final Object preparing = new Object();

  private boolean isOpen;
  private volatile boolean isClosing;

  /// @param file the stored results
  public TuningSplitter(Candidates candidates, TuningMode mode, TuningFile file) {
    this.candidates = candidates;
    this.baseline = candidates.baseline();
    this.mode = mode;
    this.file = file;
    this.plans = new PlanMemo<>(plan -> new Tuned(mode == TuningMode.MEASURE || isStored(plan)));
  }

  private boolean isStored(SplitPlan plan) {
    return file.has(TuningKey.of(candidates.name(), plan));
  }

  /// True if there may be something to choose for a plan in native memory.
  public boolean isTuned(SplitPlan plan) {
    return plan.unit() != Unit.ELEMENT
        && plan.bytes() >= candidates.leastBytes()
        && plan.partCount() <= PlanMemo.MOST_PARTS;
  }

  private static boolean isInPlace(
      MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    boolean isInPlace = isInPlace(data);
    for (int i = 0; isInPlace && i < parts.size(); i++) {
      MemorySegment part = parts.get(i);
      isInPlace = part == null || part.byteSize() == 0 || isInPlace(part);
    }
    return isInPlace;
  }

  private static boolean isInPlace(MemorySegment memory) {
    return memory.isNative() && !memory.isMapped() && memory.address() % ALIGNMENT == 0;
  }

  @Override
  public void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    if (!isTuned(plan) || !isInPlace(data, parts)) {
      baseline.splitter().carryOut(plan, data, parts);
      return;
    }
    Tuned tuned = plans.of(plan);
    Tuner tuner = tuned.tuner;
    if (tuner == null) {
      baseline.splitter().carryOut(plan, data, parts);
      tuned.count(plan.bytes(), () -> prepare(tuned, plan));
    } else if (tuner.isDecided() || Background.DEVICES.isBusy() || !tuner.tryLock()) {
      carryOut(tuner, tuner.leader(), plan, data, parts);
    } else {
      try {
        int candidate = tuner.next();
        long begin = System.nanoTime();
        carryOut(tuner, candidate, plan, data, parts);
        long taken = System.nanoTime() - begin;
        tuner.record(candidate, taken, plan.bytes(), !Background.DEVICES.isBusy());
      } finally {
        tuner.unlock();
      }
    }
  }

  private void carryOut(
      Tuner tuner,
      int index,
      SplitPlan plan,
      MemorySegment data,
      List<? extends @Nullable MemorySegment> parts) {
    if (index == 0) {
      baseline.splitter().carryOut(plan, data, parts);
      return;
    }
    try {
      tuner.candidate(index).splitter().carryOut(plan, data, parts);
    } catch (IllegalArgumentException | IllegalStateException e) {
      // The caller's mistake, such as an arena that another thread has closed.
      throw e;
    } catch (RuntimeException e) {
      try {
        baseline.splitter().carryOut(plan, data, parts);
      } catch (RuntimeException both) {
        both.addSuppressed(e);
        throw both;
      }
      fail(tuner, index, e);
    }
  }

  private void fail(Tuner tuner, int index, Throwable failure) {
    Candidate candidate = tuner.candidate(index);
    tuner.exclude(index, "it failed: " + reason(failure), false);
    if (failed.add(candidate.splitter().device().toString())) {
      LOG.warn("{} failed: {}; {} goes on", candidate.name(), reason(failure), baseline.name());
    }
  }

  private static String reason(Throwable failure) {
    return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
  }

  /// Opens devices, and tries a plan's challengers, or the one whose result is stored.
  private void prepare(Tuned tuned, SplitPlan plan) {
    synchronized (preparing) {
      if (tuned.tuner != null || isOver()) {
        return;
      }
      String key = TuningKey.of(candidates.name(), plan);
      List<Candidate> all = new ArrayList<>(List.of(baseline));
      if (file.winner(key, all) < 0 && Trial.isPossible(plan)) {
        open();
        all.addAll(candidates.challengers().apply(plan));
      }
      Tuner tuner = new Tuner(key, all);
      int stored = file.winner(key, all);
      if (stored >= 0) {
        tuner.settle(stored, "recorded in " + file.path());
      } else if (mode == TuningMode.FIXED) {
        tuner.settle(0, "expected, nothing is recorded");
      }
      for (int i = 1; i < all.size() && !isOver(); i++) {
        if (!tuner.isDecided() || tuner.leader() == i) {
          tryOne(tuner, i, plan);
        }
      }
      if (!isOver()) {
        tuned.tuner = tuner;
      }
    }
  }

  private void open() {
    if (!isOpen) {
      isOpen = true;
      try {
        candidates.opener().run();
      } catch (RuntimeException | LinkageError e) {
        LOG.warn("no device is used: {}", reason(e));
      }
    }
  }

  private void tryOne(Tuner tuner, int index, SplitPlan plan) {
    try {
      Trial.refusal(plan, baseline.splitter(), tuner.candidate(index).splitter(), this::isOver)
          .ifPresent(why -> tuner.exclude(index, why, true));
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      fail(tuner, index, e);
    }
  }

  private boolean isOver() {
    return isClosing || Background.DEVICES.isClosing();
  }

  @Override
  public void carryOut(StackedPlan plan, MemorySegment data, MemorySegment result) {
    baseline.splitter().carryOut(plan, data, result);
  }

  @Override
  public Device device() {
    return baseline.splitter().device();
  }

  @Override
  public Route explain(StackedPlan plan) {
    return baseline.splitter().explain(plan);
  }

  /// How the next split of this plan in native memory would be carried out, and the figures of the
  /// candidates. Tries the candidate whose result is stored, if there is one.
  @Override
  public Route explain(SplitPlan plan) {
    if (!isTuned(plan)) {
      return baseline.splitter().explain(plan);
    }
    Tuned tuned = plans.of(plan);
    if (tuned.tuner == null && isStored(plan)) {
      prepare(tuned, plan);
    }
    Tuner tuner = tuned.tuner;
    if (tuner == null) {
      return baseline.splitter().explain(plan);
    }
    Route route = tuner.candidate(tuner.leader()).splitter().explain(plan);
    TuningResult result = tuner.result();
    List<Route.Step> steps = new ArrayList<>(route.steps());
    result.figures().forEach(figures -> steps.add(new Route.Step("candidate", figures)));
    String reason = "%s; %s of %s".formatted(route.reason(), result.reason(), result.key());
    return new Route(route.name(), reason, steps);
  }

  /// What was found out for a plan; empty until it is decided, and where nothing is tuned.
  public Optional<TuningResult> result(SplitPlan plan) {
    return isTuned(plan)
        ? Optional.ofNullable(plans.of(plan).tuner).filter(Tuner::isDecided).map(Tuner::result)
        : Optional.empty();
  }

  /// Closes all candidates. A device that was not named may fail then, which is only reported.
  @Override
  protected void release() {
    isClosing = true;
    synchronized (preparing) {
      try {
        candidates.closer().run();
      } catch (OpenClException e) {
        if (device().kind() != Device.Kind.JAVA) {
          throw e;
        }
        if (failed.isEmpty()) {
          LOG.warn("{}; all that was split is right", reason(e));
        }
      }
    }
  }
}

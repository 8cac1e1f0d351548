package io.cleave.cli;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.cleave.OpenClException;
import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.cli.Candidate.Prepared;
import io.cleave.cli.Candidate.Role;
import io.cleave.cli.Result.Exclusion;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Scope;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// Measures candidates side by side. Used by one thread.
///
/// Each candidate's parts are checked before anything is timed. Then all take turns until each has
/// had its time, so that other load on the machine slows all of them alike. The order is shuffled
/// for each round: a candidate finds in the cache what the one before left there, and in a fixed
/// order identical code differed by a factor of 1.4.
public final class Benchmark {
  private static final byte POISON = (byte) 0xA5;
  private static final long PAGE = 4096;

  /// Of two floats.
  private static final long MANTISSAS = 0x007FFFFF_007FFFFFL;

  private static final long HALVES = 0x3F000000_3F000000L;

  private final List<Candidate> candidates;
  private final double each;

  /// A benchmark of these candidates.
  ///
  /// @param each the seconds for each candidate on each split, after a warm-up
  public Benchmark(List<Candidate> candidates, double each) {
    this.candidates = List.copyOf(candidates);
    this.each = each;
  }

  /// Measures some splits.
  ///
  /// @param lines gets a table for each, as soon as it is measured
  public List<Result> run(List<TimedSplit> splits, Consumer<String> lines) {
    List<Result> results = new ArrayList<>();
    for (TimedSplit split : splits) {
      Result result = run(split);
      results.add(result);
      result.table().forEach(lines);
    }
    return results;
  }

  /// Measures one split.
  ///
  /// @throws IllegalArgumentException if the tensor, its parts or a copy do not fit an array
  /// @throws OutOfMemoryError if the tensor does not fit the memory
  public Result run(TimedSplit split) {
    List<Exclusion> exclusions = new ArrayList<>();
    List<TimedRun> runs = new ArrayList<>();
    try (Arena arena = Arena.ofShared();
        Scope _ = () -> runs.forEach(TimedRun::close)) {
      prepare(split, arena, runs, exclusions);
      takeTurns(runs);
      return new Result(split, runs.stream().map(TimedRun::measurement).toList(), exclusions);
    }
  }

  /// A plan to carry out.
  ///
  /// @param outputs memory for the parts
  /// @param expected the right parts
  private record Task(
      SplitPlan plan,
      MemorySegment data,
      List<MemorySegment> outputs,
      List<MemorySegment> expected) {}

  private void prepare(
      TimedSplit split, Arena arena, List<TimedRun> runs, List<Exclusion> exclusions) {
    SplitPlan plan = split.plan();
    MemoryKind memory = split.memory();
    ElementType type = plan.data().type();
    long copiedBytes = split.copiedBytes();
    // Before anything is allocated.
    memory.requireFits(type, plan.data().bytes());
    plan.parts().forEach(part -> memory.requireFits(part.type(), part.bytes()));
    memory.requireFits(type, copiedBytes);
    MemorySegment random = randomData(plan, copiedBytes, arena);
    MemorySegment nativeData = random.asSlice(0, plan.data().bytes());
    MemorySegment data = memory.of(type, nativeData, arena);
    MemorySegment copied = plan.conversion().isPresent() ? random.asSlice(0, copiedBytes) : data;
    MemorySegment copy = memory.allocate(type, copiedBytes, arena);
    Task copying = new Task(split.copyPlan(), copied, List.of(copy), List.of(copied));
    List<MemorySegment> parts = memory.allocateParts(plan, arena);
    try (Arena checks = Arena.ofShared()) {
      Task splitting = new Task(plan, data, parts, expected(plan, nativeData, checks));
      for (Candidate candidate : candidates) {
        try {
          Task task = candidate.role() == Role.COPY ? copying : splitting;
          runs.add(checked(candidate, task));
        } catch (RuntimeException | AssertionError e) {
          String reason = String.valueOf(e.getMessage());
          exclusions.add(new Exclusion(candidate, reason, !isRefusal(e, candidate.role())));
        }
      }
    }
  }

  /// True if a candidate just cannot take part. Other failures of Cleave are faults.
  private static boolean isRefusal(Throwable failure, Role role) {
    return failure instanceof IllegalArgumentException
        || failure instanceof UnsupportedOperationException
        || failure instanceof OpenClException
        || (role == Role.PEER && failure instanceof RuntimeException);
  }

  /// Opens, checks and warms up a candidate.
  ///
  /// @throws AssertionError if a part is wrong
  private TimedRun checked(Candidate candidate, Task task) {
    Prepared prepared = candidate.work().prepare(task.plan, task.data, task.outputs);
    TimedRun run = new TimedRun(candidate, prepared, each);
    try {
      task.outputs.forEach(part -> part.fill(POISON));
      prepared.work().run();
      for (int i = 0; i < task.plan.partCount(); i++) {
        MemorySegment part = prepared.parts().apply(i);
        if (!candidate.work().accepts(task.plan, task.expected.get(i), part)) {
          throw new AssertionError("part %s is wrong".formatted(i));
        }
      }
      run.warmUp();
      return run;
    } catch (RuntimeException | Error e) {
      run.close();
      throw e;
    }
  }

  private static void takeTurns(List<TimedRun> runs) {
    List<TimedRun> left = new ArrayList<>(runs);
    Random random = new Random(left.size());
    while (!left.isEmpty()) {
      Collections.shuffle(left, random);
      left.forEach(TimedRun::turn);
      left.removeIf(TimedRun::isDone);
    }
  }

  /// Random data for the split and for a copy beside it; the system might share pages of zeros.
  /// Floats that are to be converted are from 0 to 1, as those of an image are.
  private static MemorySegment randomData(SplitPlan plan, long copiedBytes, Arena arena) {
    long bytes = Math.max(plan.data().bytes(), copiedBytes);
    MemorySegment data = arena.allocate(Math.ceilDiv(bytes, PAGE) * PAGE, PAGE);
    boolean floats = plan.conversion().isPresent() && plan.data().type() == ElementType.F32;
    SplittableRandom random = new SplittableRandom(1);
    for (long at = 0; at < data.byteSize(); at += Long.BYTES) {
      long bits = random.nextLong();
      data.set(JAVA_LONG, at, floats ? (bits & MANTISSAS) | HALVES : bits);
    }
    return data.asSlice(0, bytes);
  }

  /// The parts as plain Java makes them on one thread.
  private static List<MemorySegment> expected(SplitPlan plan, MemorySegment data, Arena arena) {
    try (Splitter reference = CpuSplitter.open(1, CpuKernels.PLAIN)) {
      return reference.split(plan, data, arena).stream().map(Tensor::data).toList();
    }
  }
}

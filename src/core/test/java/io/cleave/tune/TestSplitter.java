package io.cleave.tune;

import io.cleave.conformance.PlainSplitter;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A splitter that takes longer, fails or writes wrong bytes if it is told to.
final class TestSplitter extends PlainSplitter {
  private final String name;
  private final AtomicInteger calls = new AtomicInteger();
  private final Set<Long> addresses = ConcurrentHashMap.newKeySet();
  private volatile long nanos;
  private volatile @Nullable RuntimeException failure;
  private volatile boolean isWrong;

  TestSplitter(String name) {
    this.name = name;
  }

  /// This splitter as a candidate.
  TuningCandidate candidate() {
    return new TuningCandidate(name, "1", this);
  }

  /// From now on each split takes so much longer.
  TestSplitter taking(long nanoseconds) {
    nanos = nanoseconds;
    return this;
  }

  /// From now on each split fails.
  TestSplitter failing(RuntimeException e) {
    failure = e;
    return this;
  }

  /// From now on each split makes a byte wrong.
  TestSplitter wrong() {
    isWrong = true;
    return this;
  }

  int calls() {
    return calls.get();
  }

  /// Whether it has split these data.
  boolean hasSplit(MemorySegment data) {
    return addresses.contains(data.address());
  }

  @Override
  public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    calls.incrementAndGet();
    addresses.add(data.address());
    RuntimeException e = failure;
    if (e != null) {
      throw e;
    }
    super.carryOut(plan, data, parts);
    for (Part part : plan.parts()) {
      MemorySegment memory = parts.get(part.index());
      if (isWrong && memory.byteSize() > 0) {
        byte right = memory.get(ValueLayout.JAVA_BYTE, 0);
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) ~right);
      }
    }
    LockSupport.parkNanos(nanos);
  }

  @Override
  public RouteExplanation route(SplitPlan plan) {
    return new RouteExplanation(name, "a test's", List.of());
  }
}

package io.cleave.cli.bench;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// The baseline: a copy of the same bytes in plain Java.
///
/// @param threads the number of threads that share the copy
record PlainCopy(int threads) implements Candidate {
  @Override
  public Label label() {
    return new Label("cpu", "", "copy, " + counted(threads));
  }

  static String counted(int threads) {
    return threads == 1 ? "1 thread" : "%s threads".formatted(threads);
  }

  @Override
  public Role role() {
    return Role.COPY;
  }

  @Override
  public Trial prepare(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> outputs) {
    MemorySegment copy = Objects.requireNonNull(outputs.getFirst());
    ExecutorService helpers =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("plain-copy-", 1).factory());
    return new CopyTrial(data, copy, threads, helpers);
  }

  /// The caller copies one share, helper threads the others.
  private record CopyTrial(
      MemorySegment data, MemorySegment copy, int threads, ExecutorService helpers)
      implements Trial {
    @Override
    public void run() {
      List<Future<?>> shares = new ArrayList<>(threads);
      for (int i = 1; i < threads; i++) {
        int share = i;
        shares.add(helpers.submit(() -> copy(share)));
      }
      copy(0);
      shares.forEach(CopyTrial::join);
    }

    private void copy(int share) {
      long begin = begin(share);
      MemorySegment.copy(data, begin, copy, begin, begin(share + 1) - begin);
    }

    /// Shares begin at cache lines.
    private long begin(int share) {
      return share == threads ? data.byteSize() : data.byteSize() / threads * share / 64 * 64;
    }

    private static void join(Future<?> share) {
      try {
        share.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a copy failed", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while copying", e);
      }
    }

    @Override
    public MemorySegment part(int index) {
      return copy;
    }

    @Override
    public void close() {
      helpers.shutdown();
    }
  }
}

package io.cleave.bench;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Copies the bytes of a tensor as they are, in plain Java.
public final class PlainCopy implements Contender {
  private final int threads;
  private final OutputPool pool;

  /// @param threads how many share the copy
  public PlainCopy(int threads, OutputPool pool) {
    this.threads = threads;
    this.pool = pool;
  }

  @Override
  public Label label() {
    return new Label(
        "cpu", "", threads == 1 ? "copy, 1 thread" : "copy, %s threads".formatted(threads));
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    MemorySegment copy = Objects.requireNonNull(pool.parts(plan).getFirst());
    return new Copying(data, copy, threads);
  }

  /// The caller copies one share, helpers the others.
  private static final class Copying implements Run {
    private final MemorySegment data;
    private final MemorySegment copy;
    private final int threads;
    private final ExecutorService helpers;

    private Copying(MemorySegment data, MemorySegment copy, int threads) {
      this.data = data;
      this.copy = copy;
      this.threads = threads;
      this.helpers =
          Executors.newFixedThreadPool(
              threads, Thread.ofPlatform().daemon().name("plain-copy-", 1).factory());
    }

    @Override
    public void once() {
      List<Future<?>> shares = new ArrayList<>(threads);
      for (int i = 1; i < threads; i++) {
        int share = i;
        shares.add(helpers.submit(() -> copy(share)));
      }
      copy(0);
      shares.forEach(Copying::join);
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

package io.cleave.file.io;

import io.cleave.Splitter;
import io.cleave.file.format.DataSource;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Splits slabs of the data one after the other. The next one is read, if it must be copied, and
/// the last one is written while one is split: so there are two buffers for data and two for parts.
///
/// @param plan of all the data
/// @param block what is split at a time; null for all
/// @param isDirect true if data need not be copied
record SlabLoop(
    Splitter splitter,
    SplitPlan plan,
    PartCopier.@Nullable Block block,
    Fetch fetch,
    boolean isDirect) {
  /// Aligned for every word that a processor moves at once.
  private static final long ALIGNMENT = 64;

  /// The share of a buffer that may be lost by aligning each part: many short parts would take a
  /// multiple of their bytes.
  private static final long LARGEST_SHARE = 64;

  /// Gets bytes of the data.
  @FunctionalInterface
  interface Fetch {
    /// The bytes.
    ///
    /// @param buffer for the bytes if they must be copied; null if they need not
    MemorySegment fetch(
        DataSource.Reader reader, long from, long bytes, @Nullable MemorySegment buffer)
        throws IOException;
  }

  /// One slab.
  ///
  /// @param from the byte of the data where it begins
  private record Slab(long from, SplitPlan plan) {}

  /// @param arena owns the buffers
  void run(DataSource.Reader reader, PartSink sink, Arena arena) throws IOException {
    SplitPlan largest = block == null ? plan : plan.slab(block.axis(), block.count());
    Slabs slabs = new Slabs(largest);
    Buffers one = new Buffers(largest, isDirect, arena);
    if (slabs.count() == 1) {
      Slab slab = slabs.next();
      MemorySegment data = fetch.fetch(reader, slab.from, slab.plan.data().bytes(), one.data);
      one.split(splitter, slab.plan, data).appendTo(sink);
      return;
    }
    Buffers[] buffers = {one, new Buffers(largest, isDirect, arena)};
    // Closed before the arena: no thread is left that uses its memory.
    try (ExecutorService threads = Executors.newFixedThreadPool(2, SlabLoop::thread)) {
      Slab slab = slabs.next();
      Future<MemorySegment> reading = read(threads, reader, slab, buffers[0]);
      Future<?> writing = threads.submit(() -> {});
      for (int turn = 0; slab != null; turn = 1 - turn) {
        MemorySegment data = await(reading);
        Slab next = slabs.hasNext() ? slabs.next() : null;
        if (next != null) {
          reading = read(threads, reader, next, buffers[1 - turn]);
        }
        Outputs made = buffers[turn].split(splitter, slab.plan, data);
        await(writing);
        writing = threads.submit(callable(() -> made.appendTo(sink)));
        slab = next;
      }
      await(writing);
    }
  }

  private static Thread thread(Runnable work) {
    return new Thread(work, "cleave-file");
  }

  private Future<MemorySegment> read(
      ExecutorService threads, DataSource.Reader reader, Slab slab, Buffers buffers) {
    long bytes = slab.plan.data().bytes();
    return threads.submit(() -> fetch.fetch(reader, slab.from, bytes, buffers.data));
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static Callable<Boolean> callable(Work work) {
    return () -> {
      work.run();
      return true;
    };
  }

  /// Waits for a task.
  ///
  /// @throws IOException if it failed, or the caller was interrupted
  private static <T> T await(Future<T> task) throws IOException {
    try {
      // A task that is done answers without a look at the interrupt.
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the work on files was interrupted", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException failed -> throw failed;
        case RuntimeException failed -> throw failed;
        case Error failed -> throw failed;
        case null, default -> throw new IOException(e.getMessage(), e);
      }
    }
  }

  /// The slabs in the order of the data.
  private final class Slabs {
    private final SplitPlan largest;
    private final @Nullable SplitPlan last;

    /// Of the block's axis and those before it.
    private final long[] index;

    private boolean hasNext = true;

    Slabs(SplitPlan largest) {
      this.largest = largest;
      this.index = new long[block == null ? 0 : block.axis() + 1];
      long rest = block == null ? 0 : extent(block.axis()) % block.count();
      this.last = block == null || rest == 0 ? null : plan.slab(block.axis(), rest);
    }

    private long extent(int axis) {
      Shape shape = plan.data().shape();
      return shape.extent(axis);
    }

    long count() {
      long count = 1;
      for (int axis = 0; axis < index.length; axis++) {
        count *=
            axis < index.length - 1 || block == null
                ? extent(axis)
                : Math.ceilDiv(extent(axis), block.count());
      }
      return count;
    }

    boolean hasNext() {
      return hasNext;
    }

    Slab next() {
      if (block == null) {
        hasNext = false;
        return new Slab(0, plan);
      }
      int axis = block.axis();
      long from = plan.data().offset(index);
      boolean isLast = last != null && extent(axis) - index[axis] < block.count();
      index[axis] += block.count();
      while (axis >= 0 && index[axis] >= extent(axis)) {
        index[axis--] = 0;
        if (axis >= 0) {
          index[axis]++;
        }
      }
      hasNext = axis >= 0;
      return new Slab(from, isLast && last != null ? last : largest);
    }
  }

  /// What was made of a slab.
  private record Outputs(List<MemorySegment> parts) {
    void appendTo(PartSink sink) throws IOException {
      for (int i = 0; i < parts.size(); i++) {
        sink.append(i, parts.get(i));
      }
    }
  }

  /// Memory for the data and the parts of a slab.
  private static final class Buffers {
    private final @Nullable MemorySegment data;
    private final MemorySegment made;
    private final long alignment;

    /// @param arena owns the memory
    Buffers(SplitPlan largest, boolean isDirect, Arena arena) {
      this.data = isDirect ? null : arena.allocate(largest.data().bytes(), ALIGNMENT);
      long bytes = bytes(largest, 1);
      long aligned = bytes(largest, ALIGNMENT);
      this.alignment = aligned - bytes <= bytes / LARGEST_SHARE ? ALIGNMENT : 1;
      this.made = arena.allocate(bytes(largest, alignment), ALIGNMENT);
    }

    private static long bytes(SplitPlan slab, long alignment) {
      return slab.parts().stream()
          .mapToLong(part -> Math.ceilDiv(part.bytes(), alignment) * alignment)
          .sum();
    }

    Outputs split(Splitter splitter, SplitPlan slab, MemorySegment from) {
      List<MemorySegment> parts = new ArrayList<>(slab.partCount());
      long at = 0;
      for (Part part : slab.parts()) {
        parts.add(made.asSlice(at, part.bytes()));
        at += Math.ceilDiv(part.bytes(), alignment) * alignment;
      }
      splitter.split(slab, from, parts);
      return new Outputs(parts);
    }
  }
}

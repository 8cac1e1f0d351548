package io.cleave.file.io;

import io.cleave.Splitter;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.PackedLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/// Reads, splits and writes tiles of the data one after the other, with double buffering: while one
/// is split, the next one is read and the last one is written.
///
/// Used by one thread. Closed before the arena of its buffers, when no thread uses them any more.
final class TileLoop implements AutoCloseable {
  /// Aligned for every word that a processor moves at once.
  private static final long ALIGNMENT = 64;

  /// Source of a tile's bytes.
  @FunctionalInterface
  interface Fetch {
    /// Reads the bytes to the buffer and returns it, or returns the mapping that holds them.
    ///
    /// @param buffer of [Tile#buffered] bytes
    MemorySegment into(MemorySegment buffer) throws IOException;
  }

  /// Some bytes of the data, and their split.
  ///
  /// @param plan of these bytes
  /// @param buffered the size of the buffer that they are read to; 0 if they need none
  /// @param part the number of the writer that takes the plan's first part
  record Tile(SplitPlan plan, long buffered, Fetch fetch, int part) {}

  private final Splitter splitter;
  private final List<PartWriter> parts;
  private final Arena arena;
  private final MemorySegment[] data = {MemorySegment.NULL, MemorySegment.NULL};
  private final MemorySegment[] outputs = {MemorySegment.NULL, MemorySegment.NULL};
  private int count;
  private @Nullable ExecutorService threads;
  private @Nullable Tile next;
  private Future<MemorySegment> reading = CompletableFuture.completedFuture(MemorySegment.NULL);
  private Future<Boolean> writing = CompletableFuture.completedFuture(true);

  /// @param arena owns the buffers
  TileLoop(Splitter splitter, List<PartWriter> parts, Arena arena) {
    this.splitter = splitter;
    this.parts = parts;
    this.arena = arena;
  }

  /// Takes the next tile.
  void add(Tile tile) throws IOException {
    Tile current = next;
    if (current != null && threads == null) {
      threads = Executors.newFixedThreadPool(2, FileSplitter.THREADS);
    }
    MemorySegment fetched = await(reading);
    int slot = count++ % 2;
    data[slot] = grown(data[slot], tile.buffered);
    MemorySegment buffer = data[slot].asSlice(0, tile.buffered);
    reading = start(() -> tile.fetch.into(buffer));
    if (current != null) {
      split(current, fetched, 1 - slot);
    }
    next = tile;
  }

  /// Ends the last tile.
  void finish() throws IOException {
    if (next != null) {
      split(next, await(reading), (count + 1) % 2);
      await(writing);
    }
  }

  /// Runs a task: in another thread if there is more than one tile.
  private <T> Future<T> start(Callable<T> task) {
    FutureTask<T> future = new FutureTask<>(task);
    if (threads == null) {
      future.run();
    } else {
      threads.execute(future);
    }
    return future;
  }

  private void split(Tile tile, MemorySegment bytes, int slot) throws IOException {
    PackedLayout layout = PackedLayout.of(tile.plan, ALIGNMENT);
    outputs[slot] = grown(outputs[slot], layout.bytes());
    List<MemorySegment> segments = layout.parts(tile.plan, outputs[slot]);
    splitter.split(tile.plan, bytes, segments);
    await(writing);
    writing =
        start(
            () -> {
              for (int i = 0; i < segments.size(); i++) {
                parts.get(tile.part + i).append(segments.get(i));
              }
              return true;
            });
  }

  /// A buffer of at least so many bytes. Its size is doubled, since an arena frees nothing before
  /// it is closed.
  private MemorySegment grown(MemorySegment known, long bytes) {
    if (known.byteSize() >= bytes) {
      return known;
    }
    long twice = Math.min(2 * known.byteSize(), OutputFile.BUFFER);
    return arena.allocate(Math.max(bytes, twice), ALIGNMENT);
  }

  /// Waits for a task.
  ///
  /// @throws IOException if it failed, or the caller was interrupted
  static <T> T await(Future<T> task) throws IOException {
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

  @Override
  public void close() {
    if (threads != null) {
      threads.close();
    }
  }
}

package io.cleave.file.io;

import io.cleave.Splitter;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Reads, splits and writes tiles of the data one after the other. The next one is read and the
/// last one is written while one is split: so there are two buffers for data and two for parts.
///
/// Used by one thread. Closed before the arena of its buffers, when no thread uses them any more.
final class TileLoop implements AutoCloseable {
  /// Aligned for every word that a processor moves at once.
  private static final long ALIGNMENT = 64;

  /// The share of a buffer that may be lost by aligning each part: many short parts would take a
  /// multiple of their bytes.
  private static final long LARGEST_SHARE = 64;

  /// Some bytes of the data, and what becomes of them.
  ///
  /// @param plan of these bytes
  /// @param from the bytes of the data where they begin: in one place, or in several of equal
  ///   length that are put one behind the other
  /// @param bytes the length of each
  /// @param part the part of all data that the first part of the plan continues
  record Tile(SplitPlan plan, List<Long> from, long bytes, int part) {
    /// Bytes in one place, whose parts continue those of all data.
    static Tile of(SplitPlan plan, long from) {
      return new Tile(plan, List.of(from), plan.data().bytes(), 0);
    }
  }

  /// Gets the bytes of a tile.
  @FunctionalInterface
  interface Fetch {
    /// The bytes, in the buffer if they must be copied.
    MemorySegment fetch(Tile tile, @Nullable MemorySegment buffer) throws IOException;
  }

  private final Splitter splitter;
  private final Fetch fetch;
  private final PartSink sink;
  private final boolean copies;
  private final Arena arena;
  private Buffers busy = new Buffers();
  private Buffers free = new Buffers();
  private @Nullable ExecutorService threads;
  private @Nullable Tile next;
  private @Nullable Future<MemorySegment> reading;
  private @Nullable Future<?> writing;

  /// @param copies true if data must be copied to buffers
  /// @param arena owns the buffers
  TileLoop(Splitter splitter, Fetch fetch, PartSink sink, boolean copies, Arena arena) {
    this.splitter = splitter;
    this.fetch = fetch;
    this.sink = sink;
    this.copies = copies;
    this.arena = arena;
  }

  /// Memory for the data and the parts of a tile.
  private final class Buffers {
    private @Nullable MemorySegment data;
    private @Nullable MemorySegment made;

    /// These buffers, large enough for a tile.
    Buffers fit(Tile tile) {
      data = copies ? grown(data, tile.from.size() * tile.bytes) : null;
      made = grown(made, TileLoop.bytes(tile.plan, alignment(tile.plan)));
      return this;
    }
  }

  /// Doubled at least, since an arena gives nothing back before its end.
  private MemorySegment grown(@Nullable MemorySegment known, long bytes) {
    if (known != null && known.byteSize() >= bytes) {
      return known;
    }
    long twice = known == null ? 0 : Math.min(2 * known.byteSize(), OutputFile.PIECE);
    return arena.allocate(Math.max(bytes, twice), ALIGNMENT);
  }

  private static long alignment(SplitPlan plan) {
    long bytes = bytes(plan, 1);
    return bytes(plan, ALIGNMENT) - bytes <= bytes / LARGEST_SHARE ? ALIGNMENT : 1;
  }

  private static long bytes(SplitPlan plan, long alignment) {
    return plan.parts().stream()
        .mapToLong(part -> Math.ceilDiv(part.bytes(), alignment) * alignment)
        .sum();
  }

  /// Takes the next tile.
  void add(Tile tile) throws IOException {
    Tile current = next;
    next = tile;
    if (current == null) {
      return;
    }
    if (threads == null) {
      threads = Executors.newFixedThreadPool(2, work -> new Thread(work, "cleave-file"));
      reading = read(threads, current, busy.fit(current));
      writing = threads.submit(() -> {});
    }
    MemorySegment data = await(reading);
    reading = read(threads, tile, free.fit(tile));
    List<MemorySegment> made = split(current, data, busy);
    await(writing);
    writing =
        threads.submit(
            () -> {
              write(current, made);
              return true;
            });
    Buffers split = busy;
    busy = free;
    free = split;
  }

  /// Takes a tile alone, without any other before or behind it.
  void runAlone(Tile tile) throws IOException {
    busy.fit(tile);
    write(tile, split(tile, fetch.fetch(tile, busy.data), busy));
  }

  /// Ends the last tile.
  void finish() throws IOException {
    Tile last = next;
    if (last != null && threads == null) {
      runAlone(last);
    } else if (last != null) {
      List<MemorySegment> made = split(last, await(reading), busy);
      await(writing);
      write(last, made);
    }
  }

  private Future<MemorySegment> read(ExecutorService reader, Tile tile, Buffers to) {
    return reader.submit(() -> fetch.fetch(tile, to.data));
  }

  private List<MemorySegment> split(Tile tile, MemorySegment data, Buffers to) {
    long alignment = alignment(tile.plan);
    List<MemorySegment> parts = new ArrayList<>(tile.plan.partCount());
    long at = 0;
    for (Part part : tile.plan.parts()) {
      parts.add(Objects.requireNonNull(to.made).asSlice(at, part.bytes()));
      at += Math.ceilDiv(part.bytes(), alignment) * alignment;
    }
    splitter.split(tile.plan, data, parts);
    return parts;
  }

  private void write(Tile tile, List<MemorySegment> made) throws IOException {
    for (int i = 0; i < made.size(); i++) {
      sink.append(tile.part + i, made.get(i));
    }
  }

  /// Waits for a task.
  ///
  /// @throws IOException if it failed, or the caller was interrupted
  private static <T> T await(@Nullable Future<T> task) throws IOException {
    try {
      // A task that is done answers without a look at the interrupt.
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return Objects.requireNonNull(task).get();
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

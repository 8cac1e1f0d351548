package io.cleave.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A few threads that do the pieces of one work together: the caller, and helpers that wait between
/// calls.
///
/// Safe for use by many threads; a caller never depends on a helper, it does what no helper takes.
final class Team implements AutoCloseable {
  private final int threads;
  private final ThreadPoolExecutor helpers;

  /// @param threads how many work on one call, the caller among them
  Team(int threads) {
    this.threads = threads;
    int others = Math.max(1, threads - 1);
    // A share that finds no place in the queue is dropped: its caller does it.
    this.helpers =
        new ThreadPoolExecutor(
            others,
            others,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(others),
            Thread.ofPlatform().daemon().name("cleave-cpu-", 1).factory(),
            new ThreadPoolExecutor.DiscardPolicy());
  }

  int threads() {
    return threads;
  }

  /// Does all pieces and returns when the last one is done. If pieces fail, a failure is thrown
  /// when no thread touches the memory any more.
  void run(Work work) {
    Pieces pieces = new Pieces(work);
    List<Share> shares = new ArrayList<>(threads);
    Share own = new Share(pieces);
    try {
      for (long i = 1; i < Math.min(threads, work.pieces()); i++) {
        Share share = new Share(pieces);
        shares.add(share);
        helpers.execute(share);
      }
    } catch (OutOfMemoryError e) {
      // The system has no thread left; nothing is lost but speed.
    }
    own.run();
    shares.forEach(Share::join);
    Stream.concat(Stream.of(own), shares.stream()).forEach(Share::throwFailure);
  }

  @Override
  public void close() {
    helpers.shutdown();
  }
}

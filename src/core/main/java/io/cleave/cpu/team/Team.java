package io.cleave.cpu.team;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/// A few threads that do the pieces of one work together: the caller, and mates that wait between
/// calls.
///
/// Safe for use by many threads; a caller never depends on a mate, it does what no mate takes.
public final class Team implements AutoCloseable {
  private final int threads;
  private final List<Mate> mates = new CopyOnWriteArrayList<>();

  /// Whether a work is shared now.
  private final AtomicBoolean isBusy = new AtomicBoolean();

  /// @param threads how many work on one call, the caller among them
  public Team(int threads) {
    this.threads = threads;
  }

  /// How many work on one call, the caller among them.
  public int threads() {
    return threads;
  }

  /// Does all pieces and returns when the last one is done. A caller who comes while another one's
  /// work is shared does all of its own. If pieces fail, a failure is thrown when no thread touches
  /// the memory any more.
  public void run(Work work) {
    if (!isBusy.compareAndSet(false, true)) {
      new Pieces(work).drain();
      return;
    }
    try {
      share(work);
    } finally {
      isBusy.set(false);
    }
  }

  private void share(Work work) {
    Pieces pieces = new Pieces(work);
    int most = Math.max(0, (int) Math.min(threads, work.pieces()) - 1);
    gather(most);
    // All of them now: between giving a share and waiting for it nothing should fail.
    List<Share> shares = new ArrayList<>(most);
    for (int i = Math.min(most, mates.size()); i > 0; i--) {
      shares.add(new Share(pieces));
    }
    Share own = new Share(pieces);
    try {
      offer(shares);
      own.run();
    } finally {
      shares.forEach(Share::join);
    }
    own.throwFailure();
    shares.forEach(Share::throwFailure);
  }

  /// Gives each to a mate that takes it; one that has not yet dropped the share before is not
  /// waited for.
  private void offer(List<Share> shares) {
    int given = 0;
    for (int i = 0; i < mates.size() && given < shares.size(); i++) {
      if (mates.get(i).offer(shares.get(given))) {
        given++;
      }
    }
  }

  /// Sees to it that there are so many mates.
  private void gather(int count) {
    if (mates.size() < count) {
      synchronized (this) {
        try {
          while (mates.size() < count) {
            mates.add(Mate.start("cleave-cpu-" + (mates.size() + 1)));
          }
        } catch (OutOfMemoryError e) {
          // The system has no thread left; nothing is lost but speed.
        }
      }
    }
  }

  @Override
  public void close() {
    mates.forEach(Mate::close);
  }
}

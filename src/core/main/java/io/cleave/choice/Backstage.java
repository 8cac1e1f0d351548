package io.cleave.choice;

import io.cleave.spi.Background;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the workshop does for one splitter while its calls go on: it makes candidates fit, and
/// looks for more of them.
///
/// Safe for use by many threads.
final class Backstage {
  private static final Logger LOG = LoggerFactory.getLogger(Backstage.class);

  private final Field field;
  private final Complaints complaints;

  /// Held by the workshop while it works for this splitter.
  private final Object bench = new Object();

  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile boolean over;
  private volatile boolean lookedAround;

  Backstage(Field field, Complaints complaints) {
    this.field = field;
    this.complaints = complaints;
  }

  /// Whether the field knows all that it can find.
  boolean hasLookedAround() {
    return lookedAround;
  }

  /// Has the workshop look around, once.
  void offerToLookAround() {
    if (looking.compareAndSet(false, true) && !Background.DEVICES.offer(this::lookAroundOnce)) {
      looking.set(false);
    }
  }

  /// Looks around now, unless somebody has.
  void lookAroundOnce() {
    synchronized (bench) {
      if (lookedAround || isOver()) {
        return;
      }
      try {
        field.lookAround();
      } catch (RuntimeException | LinkageError e) {
        LOG.warn("no other candidates are found: {}", Complaints.reason(e));
      } finally {
        lookedAround = true;
      }
    }
  }

  /// Has the workshop see to it that all candidates are fit, if that is worth it.
  void makeFit(PlanChoice.Entry entry) {
    Fitness fitness = entry.runners().fitness();
    if (!fitness.isAsked()
        && entry.runners().isWorthIt()
        && fitness.ask()
        && !Background.DEVICES.offer(() -> makeFitNow(entry))) {
      fitness.askAgain();
    }
  }

  private void makeFitNow(PlanChoice.Entry entry) {
    synchronized (bench) {
      if (isOver()) {
        return;
      }
      // With another generation the next call begins another race.
      if (entry.generation() == field.generation()) {
        entry.runners().makeFit(entry.contest(), complaints, this::isOver);
      }
    }
  }

  private boolean isOver() {
    return over || Background.DEVICES.isClosing();
  }

  /// Ends it, and then gives back what the workshop can no longer be using.
  void close(Runnable release) {
    over = true;
    synchronized (bench) {
      release.run();
    }
  }
}

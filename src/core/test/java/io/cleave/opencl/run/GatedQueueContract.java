package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a splitter does on a queue in order on which the user's own command waits for something
/// that the user does next: it never waits for that, and what becomes of it is the user's affair.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
@Timeout(120)
public abstract class GatedQueueContract<M, E> extends DeviceFixture<M, E> {
  private static final SplitPlan ROWS =
      SplitPlan.of(Layout.of(ElementType.F32, 61, 10), 1, Cut.byLengths(3, 6, 1));

  /// More than a splitter keeps.
  private static final int MANY = 300;

  private @Nullable E gate;
  private @Nullable E copied;

  /// A copy of the user's own, first on the queue, that waits for the gate.
  private void shut() {
    use(false, Route.FUSED);
    E closed = user.gate();
    gate = closed;
    copied = user.copy(buffer(new byte[4]), buffer(new byte[4]), 4, List.of(closed));
  }

  private void open(int status) {
    if (gate != null && copied != null) {
      user.open(gate, status);
      user.await(copied);
      user.release(gate);
      user.release(copied);
      gate = null;
    }
  }

  /// Also when a test has failed: nothing could be given back behind a gate that is shut.
  @AfterEach
  void openInTheEnd() {
    open(0);
  }

  /// Fails instead of waiting for ever.
  private static void returnsWhileShut(Runnable call) {
    CompletableFuture<Void> returned = CompletableFuture.runAsync(call);
    assertThat(returned).succeedsWithin(30, TimeUnit.SECONDS);
  }

  @Test
  void closesWhileTheQueueWaits() {
    shut();
    byte[] data = random(ROWS.data().bytes());
    M source = buffer(data);
    List<M> parts = separate(ROWS);
    E done = submit(ROWS, source, parts, List.of());
    returnsWhileShut(splitter::close);
    open(0);
    finish(done);
    requireSplit(ROWS, data, parts);
  }

  @Test
  void queuesWithoutAnEventWhileTheQueueWaits() {
    shut();
    byte[] data = random(ROWS.data().bytes());
    M source = buffer(data);
    List<M> parts = separate(ROWS);
    returnsWhileShut(() -> splitter.enqueue(ROWS, Place.of(source), places(parts)));
    open(0);
    user.finish();
    requireSplit(ROWS, data, parts);
  }

  @Test
  void forgetsPlansWhileTheQueueWaits() {
    shut();
    byte[] content = random(ROWS.data().bytes() + 4L * MANY);
    M source = buffer(content);
    List<M> parts = separate(ROWS);
    List<Place<M>> regions = new ArrayList<>();
    parts.forEach(part -> regions.add(Place.of(part)));
    List<E> events = new ArrayList<>();
    returnsWhileShut(
        () -> {
          for (int i = 0; i < MANY; i++) {
            Place<M> data = new Place<>(source, 4L * i);
            events.add(splitter.submit(ROWS, data, regions, List.of()));
          }
        });
    open(0);
    events.forEach(this::finish);
    byte[] last = new byte[Math.toIntExact(ROWS.data().bytes())];
    System.arraycopy(content, 4 * (MANY - 1), last, 0, last.length);
    requireSplit(ROWS, last, parts);
  }

  @Test
  void splitsAfterACommandOfTheUsersHasFailed() {
    shut();
    byte[] data = random(ROWS.data().bytes());
    M source = buffer(data);
    List<M> parts = separate(ROWS);
    E first = submit(ROWS, source, parts, List.of());
    open(-5);
    user.await(first);
    user.release(first);
    E second = submit(ROWS, source, parts, List.of());
    finish(second);
    requireSplit(ROWS, data, parts);
  }
}

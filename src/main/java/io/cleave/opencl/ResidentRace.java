package io.cleave.opencl;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.backend.RouteName;
import io.cleave.choice.ResidentChoice;
import io.cleave.choice.Verdict;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.route.job.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Races the routes of a device on data of its own that lives there, on a queue of its own.
///
/// Used by one thread.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class ResidentRace<M, E> implements AutoCloseable {
  private final ClSession<M, E> session;
  private final QueueSplitter<M, E> splitter;
  private final Advisor names;

  /// @param session closed with this race
  public ResidentRace(ClSession<M, E> session) {
    this.session = session;
    this.splitter = new QueueSplitter<>(session, RouteName.AUTO);
    this.names = Advisor.none(session.facts());
  }

  /// What came out for one plan: for parts in one buffer, and for parts in buffers of their own.
  ///
  /// @param most how long each of the two may last
  /// @throws io.cleave.backend.OpenClException if data and parts do not fit the device, or the
  ///   route that is expected fails there; all other routes may
  public List<Verdict> run(SplitPlan plan, Duration most) {
    try (Own own = new Own()) {
      M data = own.allocate(Math.max(1, plan.bytes()));
      try (DeviceParts<M> packed = splitter.allocate(plan)) {
        return List.of(
            race(plan, new Placement.Packed(packed.offsets()), most, packed, data),
            race(plan, Placement.Separate.AT_ZERO, most, packed, data));
      }
    }
  }

  /// Memory that is given back whatever fails.
  private final class Own implements AutoCloseable {
    private final List<M> all = new ArrayList<>();

    M allocate(long bytes) {
      M memory = session.allocate(bytes);
      all.add(memory);
      return memory;
    }

    @Override
    public void close() {
      Failures failures = new Failures();
      all.forEach(memory -> failures.attempt(() -> session.free(memory)));
      failures.throwFirst();
    }
  }

  private Verdict race(
      SplitPlan plan, Placement.Target target, Duration most, DeviceParts<M> packed, M data) {
    Placement placement = new Placement(0, target);
    try (Own own = new Own()) {
      List<@Nullable M> buffers = new ArrayList<>();
      for (Part part : plan.parts()) {
        boolean needs = target instanceof Placement.Separate && part.isWanted() && !part.isEmpty();
        buffers.add(needs ? own.allocate(part.bytes()) : null);
      }
      List<ResidentChoice.Way> ways =
          new Router(session.facts())
              .candidates(plan, placement).stream()
                  .map(route -> way(route, plan, target, packed, buffers, data))
                  .toList();
      return ResidentChoice.race(names.device(), plan, Advisor.text(placement), ways, most);
    }
  }

  private ResidentChoice.Way way(
      RouteName route,
      SplitPlan plan,
      Placement.Target target,
      DeviceParts<M> packed,
      List<@Nullable M> buffers,
      M data) {
    QueueSplitter<M, E> fixed = splitter.onRoute(route);
    Supplier<E> once =
        target instanceof Placement.Packed
            ? () -> fixed.enqueue(plan, Region.of(data), packed, List.of())
            : () -> fixed.enqueue(plan, data, buffers, List.of());
    Runnable inTurn = () -> Turns.take(session.facts(), () -> await(Turns.settled(session, once)));
    return new ResidentChoice.Way(route.toString(), names.revision(), inTurn);
  }

  private void await(E event) {
    Events.finish(session, List.of(event));
  }

  @Override
  public void close() {
    splitter.close();
  }
}

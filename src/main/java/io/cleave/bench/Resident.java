package io.cleave.bench;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.backend.RouteName;
import io.cleave.opencl.QueueSplitter;
import io.cleave.opencl.found.Sessions;
import io.cleave.opencl.session.ClSession;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// This library on data that lives on the device, into one packed buffer there; what is timed is
/// one call and the wait for its event.
///
/// @param device what does the work
/// @param binding how it is reached
/// @param route how it goes about it
record Resident(Device device, Binding binding, RouteName route) implements Contender {
  @Override
  public Label label() {
    return new Label(device.name(), binding.toString(), "%s, resident".formatted(route));
  }

  @Override
  public String refusal(SplitPlan plan) {
    if (plan.unit() == Unit.ELEMENT) {
      return "strings cannot live on a device";
    }
    try (ClSession<?, ?> session = Sessions.open(device, binding)) {
      return refusal(plan, session);
    }
  }

  private <M, E> String refusal(SplitPlan plan, ClSession<M, E> session) {
    try (QueueSplitter<M, E> splitter = new QueueSplitter<>(session, route)) {
      splitter.explain(plan);
      return "";
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    return Splitting.of(Sessions.open(device, binding), route, plan, data);
  }

  record Splitting<M, E>(
      Lodging<M, E> lodging,
      QueueSplitter<M, E> splitter,
      SplitPlan plan,
      M data,
      DeviceParts<M> parts)
      implements Run {
    /// @param session closed with the run, or at once if that cannot begin
    static <M, E> Run of(
        ClSession<M, E> session, RouteName route, SplitPlan plan, MemorySegment data) {
      return Lodging.run(session, lodging -> begin(lodging, route, plan, data));
    }

    private static <M, E> Run begin(
        Lodging<M, E> lodging, RouteName route, SplitPlan plan, MemorySegment data) {
      QueueSplitter<M, E> splitter = new QueueSplitter<>(lodging.session(), route);
      lodging.hold(splitter::close);
      M resident = lodging.holding(data);
      DeviceParts<M> parts = splitter.allocate(plan);
      lodging.hold(parts::close);
      return new Splitting<>(lodging, splitter, plan, resident, parts);
    }

    @Override
    public void once() {
      lodging.await(splitter.enqueue(plan, Region.of(data), parts, List.of()));
    }

    @Override
    public MemorySegment part(int index) {
      Part part = plan.part(index);
      MemorySegment memory = Arena.ofAuto().allocate(part.bytes(), Long.BYTES);
      if (!part.isEmpty()) {
        long at = parts.offsets().get(index);
        lodging.await(lodging.session().read(parts.whole(), at, memory, List.of()));
      }
      return memory;
    }

    @Override
    public void close() {
      lodging.close();
    }
  }
}

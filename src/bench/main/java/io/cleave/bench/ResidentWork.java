package io.cleave.bench;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.cli.Candidate;
import io.cleave.cli.Candidate.Prepared;
import io.cleave.cli.Candidate.Role;
import io.cleave.opencl.Region;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Events;
import io.cleave.opencl.session.OpenCl;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.PackedLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Cleave on data that lives on a device, into one packed buffer there, or the device's own buffer
/// copy. A run is one call and the wait for its event.
///
/// @param route the route; null for the buffer copy
record ResidentWork(Device device, Binding binding, @Nullable Route route)
    implements Candidate.Work {
  /// The candidate that works so.
  Candidate candidate() {
    Role role = route == null ? Role.COPY : Role.SPLITTER;
    String what = route == null ? "buffer copy" : route.toString();
    return new Candidate(role, device.name(), binding.toString(), what + ", resident", this);
  }

  @Override
  public Prepared prepare(SplitPlan plan, MemorySegment data, List<MemorySegment> outputs) {
    return prepare(OpenCl.require(device, binding).open(), plan, data);
  }

  private <M, E> Prepared prepare(ClSession<M, E> session, SplitPlan plan, MemorySegment data) {
    Resources resources = new Resources();
    resources.add(session);
    try {
      return route == null
          ? copy(session, data, resources)
          : split(session, new QueueSplitter<>(session, route), plan, data, resources);
    } catch (RuntimeException | Error e) {
      resources.close();
      throw e;
    }
  }

  private static <M, E> Prepared copy(
      ClSession<M, E> session, MemorySegment data, Resources resources) {
    long bytes = data.byteSize();
    Region<M> resident = Region.of(written(session, data, resources));
    M copy = allocate(session, bytes, resources);
    return new Prepared(
        () -> {
          List<E> copied = new ArrayList<>();
          session.copy(resident, Region.of(copy), bytes, new Events<>(List.of(), copied));
          await(session, copied.getFirst());
        },
        _ -> read(session, copy, 0, bytes),
        resources::close);
  }

  private static <M, E> Prepared split(
      ClSession<M, E> session,
      QueueSplitter<M, E> splitter,
      SplitPlan plan,
      MemorySegment data,
      Resources resources) {
    resources.add(splitter).explain(plan);
    Region<M> resident = Region.of(written(session, data, resources));
    PackedLayout layout = PackedLayout.of(plan, session.info().baseAlignment());
    M packed = allocate(session, Math.max(1, layout.bytes()), resources);
    List<Region<M>> parts = layout.offsets().stream().map(at -> new Region<>(packed, at)).toList();
    return new Prepared(
        () -> await(session, splitter.submit(plan, resident, parts, List.of())),
        part -> read(session, packed, layout.offsets().get(part), plan.part(part).bytes()),
        resources::close);
  }

  private static <M, E> M written(
      ClSession<M, E> session, MemorySegment data, Resources resources) {
    M memory = allocate(session, data.byteSize(), resources);
    await(session, session.transfer(true, Region.of(memory), data, List.of()));
    return memory;
  }

  private static <M, E> M allocate(ClSession<M, E> session, long bytes, Resources resources) {
    M memory = session.allocate(bytes);
    resources.add(() -> session.free(memory));
    return memory;
  }

  private static <M, E> MemorySegment read(ClSession<M, E> session, M from, long at, long bytes) {
    MemorySegment memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
    if (bytes > 0) {
      await(session, session.transfer(false, new Region<>(from, at), memory, List.of()));
    }
    return memory;
  }

  private static <M, E> void await(ClSession<M, E> session, E event) {
    try {
      session.await(event, "a command");
    } finally {
      session.release(event);
    }
  }
}

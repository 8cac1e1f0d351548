package io.cleave.bench;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.opencl.found.Sessions;
import io.cleave.opencl.session.ClSession;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A device's own buffer copy, of data that lives there.
///
/// @param device what does the work
/// @param binding how it is reached
record ResidentCopy(Device device, Binding binding) implements Contender {
  @Override
  public Label label() {
    return new Label(device.name(), binding.toString(), "buffer copy, resident");
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    return Copying.of(Sessions.open(device, binding), data);
  }

  record Copying<M, E>(Lodging<M, E> lodging, M data, M copy, long bytes) implements Run {
    /// @param session closed with the run, or at once if that cannot begin
    static <M, E> Run of(ClSession<M, E> session, MemorySegment data) {
      long bytes = data.byteSize();
      return Lodging.run(
          session,
          lodging -> new Copying<>(lodging, lodging.holding(data), lodging.allocate(bytes), bytes));
    }

    @Override
    public void once() {
      lodging.await(lodging.session().copy(data, 0, copy, 0, bytes, List.of()));
    }

    @Override
    public MemorySegment part(int index) {
      MemorySegment memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
      lodging.await(lodging.session().read(copy, 0, memory, List.of()));
      return memory;
    }

    @Override
    public void close() {
      lodging.close();
    }
  }
}

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

  private record Copying<M, E>(ClSession<M, E> session, M data, M copy, long bytes) implements Run {
    static <M, E> Copying<M, E> of(ClSession<M, E> session, MemorySegment data) {
      long bytes = data.byteSize();
      M from = session.allocate(bytes);
      await(session, session.write(data, from, 0, List.of()));
      return new Copying<>(session, from, session.allocate(bytes), bytes);
    }

    private static <E> void await(ClSession<?, E> session, E event) {
      session.await(event);
      session.release(event);
    }

    @Override
    public void once() {
      await(session, session.copy(data, 0, copy, 0, bytes, List.of()));
    }

    @Override
    public MemorySegment part(int index) {
      MemorySegment memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
      await(session, session.read(copy, 0, memory, List.of()));
      return memory;
    }

    @Override
    public void close() {
      session.free(data);
      session.free(copy);
      session.close();
    }
  }
}

package io.cleave.opencl.driver;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.DeviceSplitter;
import io.cleave.backend.Region;
import io.cleave.backend.RouteName;
import io.cleave.opencl.UserDevice;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Splits data of the user's, on the user's queue: into memory that the splitter makes, and into
/// the user's own. Events are the user's, who gives them back.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
record Borrowed<M, E>(Ground<M, E> ground, SplitPlan plan, MemorySegment content) {
  static <M, E> Use<?> use(Ground<M, E> ground, RouteName route, SplitPlan plan) {
    Borrowed<M, E> borrowed = new Borrowed<>(ground, plan, Use.data(plan));
    DeviceSplitter<M, E> splitter = ground.borrow().apply(route);
    return new Use<>(splitter, borrowed::run, splitter::close);
  }

  private void run(DeviceSplitter<M, E> splitter) {
    UserDevice<M, E> user = ground.user();
    List<M> buffers = new ArrayList<>();
    try {
      M data = user.buffer(content.toArray(ValueLayout.JAVA_BYTE));
      buffers.add(data);
      for (Part part : plan.parts()) {
        buffers.add(user.buffer(new byte[Math.toIntExact(part.bytes())]));
      }
      split(splitter, data);
      List<M> parts = buffers.subList(1, buffers.size());
      finish(splitter.enqueue(plan, data, parts, List.of()));
      require(parts);
    } finally {
      // Commands that were queued before one was refused.
      ground.driver().runAll();
      user.finish();
      buffers.forEach(user::free);
    }
  }

  private void split(DeviceSplitter<M, E> splitter, M data) {
    try (DeviceParts<M> parts = splitter.allocate(plan)) {
      finish(splitter.enqueue(plan, Region.of(data), parts, List.of()));
      require(parts.parts());
    }
  }

  private void finish(E event) {
    ground.driver().ledger().handOver();
    ground.driver().runAll();
    ground.user().await(event);
    ground.user().release(event);
  }

  private void require(List<? extends @Nullable M> parts) {
    for (Part part : plan.parts()) {
      M memory = Objects.requireNonNull(parts.get(part.index()));
      byte[] read = ground.user().read(memory, 0, Math.toIntExact(part.bytes()));
      Use.require(plan, part, content, MemorySegment.ofArray(read));
    }
  }
}

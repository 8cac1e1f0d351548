package io.cleave.opencl.driver;

import io.cleave.Route;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.run.UserDevice;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Splits data of the user's, on the user's queue: into regions of one buffer, and into a buffer
/// for each part. Events are the user's, who gives them back.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
record Borrowed<M, E>(Ground<M, E> ground, SplitPlan plan, MemorySegment content) {
  static <M, E> Use<?> use(Ground<M, E> ground, Route route, SplitPlan plan) {
    Borrowed<M, E> borrowed = new Borrowed<>(ground, plan, Use.data(plan));
    QueueSplitter<M, E> splitter = ground.borrow().apply(route);
    return new Use<>(splitter, borrowed::run, splitter::close);
  }

  private void run(QueueSplitter<M, E> splitter) {
    UserDevice<M, E> user = ground.user();
    List<M> buffers = new ArrayList<>();
    try {
      M data = user.buffer(content.toArray(ValueLayout.JAVA_BYTE));
      buffers.add(data);
      M shared = user.buffer(new byte[Math.toIntExact(plan.data().bytes())]);
      buffers.add(shared);
      List<Place<M>> together = new ArrayList<>();
      List<Place<M>> apart = new ArrayList<>();
      long at = 0;
      for (Part part : plan.parts()) {
        together.add(new Place<>(shared, at));
        at += part.bytes();
        M own = user.buffer(new byte[Math.toIntExact(part.bytes())]);
        buffers.add(own);
        apart.add(Place.of(own));
      }
      for (List<Place<M>> parts : List.of(together, apart)) {
        finish(splitter.submit(plan, Place.of(data), parts, List.of()));
        require(parts);
      }
    } finally {
      // Commands that were queued before one was refused.
      ground.driver().runAll();
      user.finish();
      buffers.forEach(user::free);
    }
  }

  private void finish(E event) {
    ground.driver().ledger().handOver();
    ground.driver().runAll();
    ground.user().await(event);
    ground.user().release(event);
  }

  private void require(List<Place<M>> parts) {
    for (Part part : plan.parts()) {
      Place<M> region = parts.get(part.index());
      int bytes = Math.toIntExact(part.bytes());
      byte[] read = ground.user().read(region.memory(), region.at(), bytes);
      Use.require(plan, part, content, MemorySegment.ofArray(read));
    }
  }
}

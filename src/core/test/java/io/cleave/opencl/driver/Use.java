package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidentTensor;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.SplitExample;
import io.cleave.spi.StridedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Something open that splits: each run does the same, and checks every byte.
///
/// @param <T> what is open
/// @param open what is open
/// @param run what is done with it
/// @param end closes it
record Use<T>(T open, Run<T> run, Runnable end) implements AutoCloseable {
  /// The work.
  @FunctionalInterface
  interface Run<T> {
    void with(T open);
  }

  void again() {
    run.with(open);
  }

  @Override
  public void close() {
    end.run();
  }

  /// Host memory of several kinds.
  static Use<Splitter> host(Splitter splitter, SplitPlan plan) {
    return new Use<>(
        splitter, open -> SplitCheck.check(open, plan, new Random(3)), splitter::close);
  }

  /// Host memory that a device may use in place.
  static Use<Splitter> inPlace(Splitter splitter, SplitPlan plan) {
    return new Use<>(
        splitter, open -> SplitCheck.checkInPlace(open, plan, new Random(3)), splitter::close);
  }

  /// Planes of windows of images, which a device may use in place.
  static Use<Splitter> stack(Splitter splitter) {
    StridedPlan images = StridedPlan.images(2, 40, 90, 3, true, new Random(3));
    SplitExample example = SplitExample.any(images, new Random(3)).inPlace();
    return new Use<>(splitter, example::check, splitter::close);
  }

  /// A tensor that is placed on the device, split there and read, whose last part is split again.
  static Use<Residence> resident(Residence residence, SplitPlan plan) {
    return new Use<>(residence, open -> placed(open, plan), residence::close);
  }

  private static void placed(Residence residence, SplitPlan plan) {
    MemorySegment data = data(plan);
    try (Arena arena = Arena.ofConfined();
        ResidentTensor tensor =
            residence.place(new Tensor(plan.data().type(), plan.data().shape(), data))) {
      List<ResidentTensor> parts = tensor.split(plan);
      try (Held _ = () -> closeAll(parts)) {
        // Before anything has waited for the first split.
        splitAgain(parts.getLast(), plan, arena);
        for (Part part : plan.parts()) {
          MemorySegment read = arena.allocate(part.bytes());
          parts.get(part.index()).read(read);
          require(plan, part, data, read);
        }
      }
    }
  }

  private static void splitAgain(ResidentTensor part, SplitPlan plan, Arena arena) {
    Shape shape = plan.part(plan.partCount() - 1).shape();
    SplitPlan again = SplitPlan.of(Layout.of(plan.data().type(), shape), 1, Cut.intoEqualParts(3));
    MemorySegment whole = arena.allocate(again.data().bytes());
    MemorySegment read = arena.allocate(again.part(2).bytes());
    List<ResidentTensor> parts = part.split(again);
    try (Held _ = () -> closeAll(parts)) {
      parts.getLast().read(read);
      part.read(whole);
      require(again, again.part(2), whole, read);
    }
  }

  private static void closeAll(List<ResidentTensor> parts) {
    Failures.each(parts, ResidentTensor::close);
  }

  /// Commands on a queue.
  static <M, E> Use<?> queue(TestSplitters<M, E> device, Route route, SplitPlan plan) {
    ClSession<M, E> session = device.session();
    QueueSplitter<M, E> splitter = new QueueSplitter<>(session, route);
    return new Use<>(splitter, open -> enqueued(session, open, plan), splitter::close);
  }

  private static <M, E> void enqueued(
      ClSession<M, E> session, QueueSplitter<M, E> splitter, SplitPlan plan) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(plan.data().bytes(), 64).copyFrom(data(plan));
      M memory = session.constant(data);
      try (Held _ = () -> session.free(memory)) {
        M shared = session.allocate(plan.data().bytes());
        try (Held _ = () -> session.free(shared)) {
          List<Place<M>> parts = new ArrayList<>();
          long at = 0;
          for (Part part : plan.parts()) {
            parts.add(new Place<>(shared, at));
            at += part.bytes();
          }
          finish(session, splitter.submit(plan, Place.of(memory), parts, List.of()));
          for (Part part : plan.parts()) {
            MemorySegment read = arena.allocate(part.bytes());
            long begin = parts.get(part.index()).at();
            finish(session, session.read(shared, begin, read, List.of()));
            require(plan, part, data, read);
          }
        }
      }
    }
  }

  /// An object that is given back, without hiding an earlier failure.
  @FunctionalInterface
  private interface Held extends AutoCloseable {
    @Override
    void close();
  }

  private static <E> void finish(ClSession<?, E> session, E event) {
    try (Held _ = () -> session.release(event)) {
      session.await(event, "a command");
    }
  }

  /// Bytes to split.
  static MemorySegment data(SplitPlan plan) {
    byte[] bytes = new byte[(int) plan.data().bytes()];
    new Random(5).nextBytes(bytes);
    return MemorySegment.ofArray(bytes);
  }

  /// Checks the bytes of a part against the data.
  static void require(SplitPlan plan, Part part, MemorySegment data, MemorySegment actual) {
    assertThat(actual.toArray(ValueLayout.JAVA_BYTE))
        .as("%s", part)
        .isEqualTo(SplitCheck.expected(part, plan, data));
  }
}

package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.conformance.NaiveSplit;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidentTensor;
import io.cleave.spi.SplitCheck;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

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

  /// The parts of data of rank 3, stacked along axis 1.
  static Use<Splitter> stack(Splitter splitter, SplitPlan plan) {
    return new Use<>(splitter, open -> stacked(open, plan), splitter::close);
  }

  private static void stacked(Splitter splitter, SplitPlan plan) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(plan.bytes(), 64).copyFrom(data(plan));
      MemorySegment result = arena.allocate(plan.bytes(), 64);
      splitter.split(plan.stacked(1), data, result);
      long pieces = plan.shape().extent(0);
      long at = 0;
      for (long piece = 0; piece < pieces; piece++) {
        for (Part part : plan.parts()) {
          MemorySegment whole = MemorySegment.ofArray(expected(plan, part, data));
          long bytes = whole.byteSize() / pieces;
          MemorySegment slice = whole.asSlice(piece * bytes, bytes);
          assertThat(result.asSlice(at, bytes).mismatch(slice)).as("%s", part).isNegative();
          at += bytes;
        }
      }
    }
  }

  /// A tensor that is placed on the device, split there and read, whose last part is split again.
  static Use<Residence> resident(Residence residence, SplitPlan plan) {
    return new Use<>(residence, open -> placed(open, plan), residence::close);
  }

  private static void placed(Residence residence, SplitPlan plan) {
    MemorySegment data = data(plan);
    try (Arena arena = Arena.ofConfined();
        ResidentTensor tensor = residence.place(new Tensor(plan.type(), plan.shape(), data))) {
      List<@Nullable ResidentTensor> parts = tensor.split(plan);
      try (Held _ = () -> closeAll(parts)) {
        // Before anything has waited for the first split.
        splitAgain(Objects.requireNonNull(parts.getLast()), plan, arena);
        for (Part part : plan.parts()) {
          MemorySegment read = arena.allocate(part.bytes());
          Objects.requireNonNull(parts.get(part.index())).read(read);
          require(plan, part, data, read);
        }
      }
    }
  }

  private static void splitAgain(ResidentTensor part, SplitPlan plan, Arena arena) {
    Shape shape = plan.part(plan.partCount() - 1).shape();
    SplitPlan again = SplitPlan.intoEqualParts(shape, plan.type(), 1, 3);
    MemorySegment whole = arena.allocate(again.bytes());
    MemorySegment read = arena.allocate(again.part(2).bytes());
    List<@Nullable ResidentTensor> parts = part.split(again);
    try (Held _ = () -> closeAll(parts)) {
      Objects.requireNonNull(parts.getLast()).read(read);
      part.read(whole);
      require(again, again.part(2), whole, read);
    }
  }

  private static void closeAll(List<@Nullable ResidentTensor> parts) {
    Failures.each(parts, part -> Objects.requireNonNull(part).close());
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
      MemorySegment data = arena.allocate(plan.bytes(), 64).copyFrom(data(plan));
      M memory = session.constant(data);
      try (Held _ = () -> session.free(memory)) {
        M shared = session.allocate(plan.bytes());
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
    byte[] bytes = new byte[(int) plan.bytes()];
    new Random(5).nextBytes(bytes);
    return MemorySegment.ofArray(bytes);
  }

  /// Checks the bytes of a part against the data.
  static void require(SplitPlan plan, Part part, MemorySegment data, MemorySegment actual) {
    assertThat(actual.toArray(ValueLayout.JAVA_BYTE))
        .as("%s", part)
        .isEqualTo(expected(plan, part, data));
  }

  private static byte[] expected(SplitPlan plan, Part part, MemorySegment data) {
    return NaiveSplit.part(
        data, plan.type(), plan.shape(), plan.axis(), part.start(), part.length());
  }
}

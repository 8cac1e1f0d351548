package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.opencl.Region;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.run.UserDevice;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Failures;
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
import java.util.function.UnaryOperator;

/// Work of a device while its driver fails.
enum Scenario {
  /// In the caller's memory.
  IN_PLACE(columns(ElementType.U8)),
  /// The same, a few rows at a time, each part by a kernel of its own.
  IN_PLACE_BY_CHUNKS(columns(ElementType.F32)),
  /// The same on a device whose writes must be made visible to the host.
  IN_PLACE_AND_READ(columns(ElementType.I32)),
  CONVERTED(columns(ElementType.U8).converted(Conversion.to(ElementType.F32).scaled(2, 0))),
  /// Through the device's own memory, a few rows at a time.
  STAGED(columns(ElementType.U4)),
  /// Windows of a batch, in the caller's memory.
  STACKED(columns(ElementType.U8)),
  /// The same through the device's own memory.
  STACKED_AND_STAGED(columns(ElementType.U8)),
  /// A tensor that stays on the device.
  RESIDENT(columns(ElementType.F64)),
  /// On the user's context and queue, by copies.
  BORROWED_COPIES(SplitPlan.of(Layout.of(ElementType.F32, 12, 16), 0, Cut.byLengths(2, 4, 6))),
  /// On the user's context and queue, by a kernel.
  BORROWED_KERNEL(columns(ElementType.U32));

  /// Something open.
  ///
  /// @param run splits, and checks every byte
  /// @param end closes it
  record Opened(Runnable run, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
      end.run();
    }
  }

  private final SplitPlan plan;

  Scenario(SplitPlan plan) {
    this.plan = plan;
  }

  private static SplitPlan columns(ElementType type) {
    return SplitPlan.of(Layout.of(type, 400, 10), 1, Cut.byLengths(3, 1, 6));
  }

  /// True if context and queue are the user's.
  boolean isBorrowed() {
    return this == BORROWED_COPIES || this == BORROWED_KERNEL;
  }

  /// True if all commands have ended when a call returns.
  boolean isHosts() {
    return compareTo(RESIDENT) < 0;
  }

  /// Opens what it takes.
  <M, E> Opened open(TestSplitters<M, E> device, UserDevice<M, E> user) {
    return switch (this) {
      case IN_PLACE, CONVERTED -> inPlace(device.inPlace(Route.AUTO));
      case IN_PLACE_BY_CHUNKS -> inPlace(device.inPlace(Route.PER_PART, 8_000));
      case IN_PLACE_AND_READ -> {
        DeviceAnswers answers = TestSplitters.atOnce(DeviceAnswers.TRUE.asAnAccelerator(), 8_000);
        yield inPlace(device.open(answers, Route.PER_PART));
      }
      case STAGED -> {
        Splitter splitter = device.asOnAGpu(Route.BITS, 1_000);
        yield new Opened(() -> SplitCheck.check(splitter, plan, new Random(3)), splitter::close);
      }
      case STACKED -> stacked(device.inPlace(Route.AUTO));
      case STACKED_AND_STAGED -> stacked(device.asOnAGpu(Route.AUTO));
      case RESIDENT -> resident(device.residence(Route.AUTO, 1 << 20));
      case BORROWED_COPIES -> borrowed(device, user, Route.COPIES);
      case BORROWED_KERNEL -> borrowed(device, user, Route.AUTO);
    };
  }

  private Opened inPlace(Splitter splitter) {
    return new Opened(
        () -> SplitCheck.checkInPlace(splitter, plan, new Random(3)), splitter::close);
  }

  private static Opened stacked(Splitter splitter) {
    UnaryOperator<SplitPlan> floats = images -> images.converted(Conversion.to(ElementType.F32));
    StridedPlan images = StridedPlan.images(2, 40, 90, 3, true, new Random(3), floats);
    SplitExample example = SplitExample.any(images, new Random(3)).inPlace();
    return new Opened(() -> example.check(splitter), splitter::close);
  }

  private MemorySegment data() {
    return SplitCheck.bytes(plan, new Random(5));
  }

  private static void require(SplitPlan plan, Part part, MemorySegment data, MemorySegment actual) {
    assertThat(actual.toArray(ValueLayout.JAVA_BYTE))
        .as("%s", part)
        .isEqualTo(SplitCheck.expected(part, plan, data));
  }

  /// A tensor is placed on the device, split and read; before that its last part is split again.
  private Opened resident(Residence residence) {
    MemorySegment data = data();
    Tensor placed = new Tensor(plan.data().type(), plan.data().shape(), data);
    return new Opened(
        () -> {
          try (Arena arena = Arena.ofConfined();
              ResidentTensor tensor = residence.place(placed);
              Parts parts = new Parts(tensor.split(plan))) {
            splitAgain(parts.all().getLast(), arena);
            for (Part part : plan.parts()) {
              MemorySegment read = arena.allocate(part.bytes());
              parts.all().get(part.index()).read(read);
              require(plan, part, data, read);
            }
          }
        },
        residence::close);
  }

  private void splitAgain(ResidentTensor part, Arena arena) {
    Shape shape = plan.part(plan.partCount() - 1).shape();
    SplitPlan again = SplitPlan.of(Layout.of(plan.data().type(), shape), 1, Cut.intoEqualParts(3));
    MemorySegment whole = arena.allocate(again.data().bytes());
    MemorySegment read = arena.allocate(again.part(2).bytes());
    try (Parts parts = new Parts(part.split(again))) {
      parts.all().getLast().read(read);
      part.read(whole);
      require(again, again.part(2), whole, read);
    }
  }

  private record Parts(List<ResidentTensor> all) implements AutoCloseable {
    @Override
    public void close() {
      Failures.each(all, ResidentTensor::close);
    }
  }

  /// Into regions of one buffer, and into a buffer for each part.
  private <M, E> Opened borrowed(TestSplitters<M, E> device, UserDevice<M, E> user, Route route) {
    QueueSplitter<M, E> splitter = device.borrow(user, route);
    return new Opened(() -> splitTwice(splitter, user, device.driver()), splitter::close);
  }

  private <M, E> void splitTwice(
      QueueSplitter<M, E> splitter, UserDevice<M, E> user, Driver driver) {
    MemorySegment content = data();
    List<M> buffers = new ArrayList<>();
    try {
      buffers.add(user.buffer(content.toArray(ValueLayout.JAVA_BYTE)));
      buffers.add(user.buffer(new byte[Math.toIntExact(content.byteSize())]));
      List<Region<M>> together = new ArrayList<>();
      List<Region<M>> apart = new ArrayList<>();
      long at = 0;
      for (Part part : plan.parts()) {
        together.add(new Region<>(buffers.get(1), at));
        at += part.bytes();
        buffers.add(user.buffer(new byte[Math.toIntExact(part.bytes())]));
        apart.add(Region.of(buffers.getLast()));
      }
      for (List<Region<M>> parts : List.of(together, apart)) {
        E done = splitter.submit(plan, Region.of(buffers.getFirst()), parts, List.of());
        driver.handOver();
        driver.runAll();
        user.await(done);
        user.release(done);
        for (Part part : plan.parts()) {
          Region<M> region = parts.get(part.index());
          byte[] read = user.read(region.buffer(), region.offset(), Math.toIntExact(part.bytes()));
          require(plan, part, content, MemorySegment.ofArray(read));
        }
      }
    } finally {
      // Commands that were queued before one was refused.
      driver.runAll();
      user.finish();
      buffers.forEach(user::free);
    }
  }
}
